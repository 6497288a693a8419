import { createContext, useContext } from 'react';
import type { CalendarDate } from '../../../../contract/rules/calendarDate.ts';
import type { Problem } from '../../../../contract/rules/problem.ts';
import type { TicketDraft } from '../../../../contract/rules/tickets/ticketDraft.ts';
import type { WizardLimits } from '../../../../contract/rules/tickets/ticketWizard.ts';
import type { MenuTicketType } from '../../../../contract/sac/ticketCatalog.ts';
import type { UploadGate } from './useUploadGate.ts';

/** What products are chosen for: a ticket that is being opened, or one that takes more of them. */
export interface ItemsChoice {
  draft: TicketDraft;
  type: MenuTicketType | null;
  limits: WizardLimits;
  /** At the branch. */
  today: CalendarDate;
  /** What is wrong with the answers now. */
  problems: readonly Problem[];
  /** The sentence to show at a field: a refusal of the server, or, once the person tried to go on, what it lacks. */
  textAt: (field: string) => string | undefined;
  refused: Readonly<Record<string, string>>;
  /** The newest draft, for events that come after an answer of the server. */
  change: (change: (draft: TicketDraft) => TicketDraft) => void;
  uploads: UploadGate;
  /** Bytes of all files, those of products that are not added yet included. */
  bytes: number;
  /** Leads to where customer and branch are chosen; `null` where both stand fast. */
  chooseCustomer: (() => void) | null;
}

export const ItemsContext = createContext<ItemsChoice | null>(null);

export function useItems(): ItemsChoice {
  const items = useContext(ItemsContext);
  if (!items) throw new Error('no products are chosen here');
  return items;
}
