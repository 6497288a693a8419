import { createContext, useContext } from 'react';
import type { WizardStepKey, WizardStepRow } from '../../../../contract/catalogs/wizardStep.ts';
import type { TicketDraft } from '../../../../contract/rules/tickets/ticketDraft.ts';
import type { WizardContext as RuleContext } from '../../../../contract/rules/tickets/ticketWizard.ts';
import type { TicketMenu } from '../../../../contract/sac/ticketCatalog.ts';
import type { ItemsChoice } from './itemsContext.ts';
import type { WizardPerson } from './wizardPerson.ts';

type Origin = NonNullable<TicketDraft['origem']>;

/** What every step sees and may do. */
export interface Wizard extends ItemsChoice {
  /** Menus that hold something for this person. */
  menus: readonly TicketMenu[];
  origins: readonly Origin[];
  person: WizardPerson;
  /** What the rules of the contract need besides the answers. */
  rules: RuleContext;
  steps: readonly WizardStepRow[];
  step: WizardStepKey;
  /** The sentence beside the disabled 'Prosseguir'. */
  blocked: string | null;
  /** Asks first when the change would throw away what took work to enter. */
  changeAsking: (change: (draft: TicketDraft) => TicketDraft) => void;
  goTo: (step: WizardStepKey) => void;
  canGoTo: (step: WizardStepKey) => boolean;
  /** 'Prosseguir', and on the last step 'Enviar solicitação'. */
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
