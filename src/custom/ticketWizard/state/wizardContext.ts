import { createContext, useContext } from 'react';
import type { WizardStepKey, WizardStepRow } from '#contract/catalogs/wizardStep.ts';
import type { TicketDraft } from '#contract/rules/tickets/ticketDraft.ts';
import type { WizardContext as RuleContext } from '#contract/rules/tickets/ticketWizard.ts';
import type { TicketMenu } from '#contract/sac/tickets/ticketCatalog.ts';
import type { ItemsChoice } from '#src/resources/tickets/shared/draft/itemsChoice.ts';
import type { WizardPerson } from '#src/resources/tickets/shared/draft/wizardPerson.ts';

type Origin = NonNullable<TicketDraft['origem']>;

/** The state and operations available to every step. */
export interface Wizard extends ItemsChoice {
  /** Menus that contain something available to this person. */
  menus: readonly TicketMenu[];
  origins: readonly Origin[];
  person: WizardPerson;
  /** What the contract's rules need in addition to the answers. */
  rules: RuleContext;
  /** The steps that the ticket leads through, the last of which is the confirmation. */
  steps: readonly WizardStepRow[];
  /** Those of the type that may be left empty; they are answered on the confirmation. */
  folded: readonly WizardStepRow[];
  step: WizardStepKey;
  /** The message shown beside the disabled 'Prosseguir'. */
  blocked: string | null;
  /** Applies a change, asking first if it would discard something that took work to enter. */
  changeWithConfirmation: (change: (draft: TicketDraft) => TicketDraft) => void;
  goTo: (step: WizardStepKey) => void;
  canGoTo: (step: WizardStepKey) => boolean;
  /** The action of 'Prosseguir' and, on the last step, of 'Enviar solicitação'. */
  advance: () => void;
  back: () => void;
  openItems: () => void;
}

export const WizardContext = createContext<Wizard | null>(null);

export function useWizard(): Wizard {
  const wizard = useContext(WizardContext);
  if (!wizard) throw new Error('outside of the ticket wizard');
  return wizard;
}
