import { createContext, useContext } from 'react';
import type { WizardStepKey, WizardStepRow } from '../../../../contract/catalogs/wizardStep.ts';
import type { Problem } from '../../../../contract/rules/problem.ts';
import type { TicketDraft } from '../../../../contract/rules/ticketDraft.ts';
import type { WizardContext as RuleContext } from '../../../../contract/rules/ticketWizard.ts';
import type { TicketMenu, TicketType } from '../../../../contract/sac/ticketCatalog.ts';
import type { UploadGate } from './useUploadGate.ts';
import type { WizardLimits } from './wizardLimits.ts';
import type { WizardPerson } from './wizardPerson.ts';

type Origin = NonNullable<TicketDraft['origem']>;

/** What every step sees and may do. */
export interface Wizard {
  draft: TicketDraft;
  type: TicketType | null;
  /** Menus that hold something for this person. */
  menus: readonly TicketMenu[];
  origins: readonly Origin[];
  person: WizardPerson;
  limits: WizardLimits;
  /** What the rules of the contract need besides the answers. */
  rules: RuleContext;
  steps: readonly WizardStepRow[];
  step: WizardStepKey;
  /** What the current step lacks. */
  problems: readonly Problem[];
  /** The sentence beside the disabled 'Prosseguir'. */
  blocked: string | null;
  /** The sentence to show at a field: a refusal of the server, or, once the person tried to go on, what it lacks. */
  textAt: (field: string) => string | undefined;
  refused: Readonly<Record<string, string>>;
  /** The newest draft, for events that come after an answer of the server. */
  change: (change: (draft: TicketDraft) => TicketDraft) => void;
  /** Asks first when the change would throw away what took work to enter. */
  changeAsking: (change: (draft: TicketDraft) => TicketDraft) => void;
  goTo: (step: WizardStepKey) => void;
  canGoTo: (step: WizardStepKey) => boolean;
  /** 'Prosseguir', and on the last step 'Enviar solicitação'. */
  advance: () => void;
  back: () => void;
  openItems: () => void;
  uploads: UploadGate;
  /** Bytes of all files, those of products that are not added yet included. */
  bytes: number;
}

export const WizardContext = createContext<Wizard | null>(null);

export function useWizard(): Wizard {
  const wizard = useContext(WizardContext);
  if (!wizard) throw new Error('outside of the ticket wizard');
  return wizard;
}
