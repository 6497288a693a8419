import type { WizardStepKey } from '../../../../contract/catalogs/wizardStep.ts';
import type { TicketDraft } from '../../../../contract/rules/tickets/ticketDraft.ts';

export interface WizardState {
  draft: TicketDraft;
  step: WizardStepKey;
  /** Something was entered since the beginning: closing asks, and the draft is saved. */
  touched: boolean;
  /** What a step lacks is told at its fields, because the person tried to go on. */
  shown: boolean;
  /** What the server refused, by field; told until the answer changes. */
  refused: Readonly<Record<string, string>>;
}

export type WizardEvent =
  | { type: 'changed'; change: (draft: TicketDraft) => TicketDraft }
  | { type: 'replaced'; draft: TicketDraft; step: WizardStepKey }
  | { type: 'wentTo'; step: WizardStepKey }
  | { type: 'triedToGoOn' }
  | { type: 'refused'; fields: Readonly<Record<string, string>>; step: WizardStepKey | null };

export function wizardReducer(state: WizardState, event: WizardEvent): WizardState {
  switch (event.type) {
    case 'changed': {
      const draft = event.change(state.draft);
      if (draft === state.draft) return state;
      return { ...state, draft, touched: true, refused: stillRefused(state, draft) };
    }
    case 'replaced':
      return { draft: event.draft, step: event.step, touched: true, shown: false, refused: {} };
    case 'wentTo':
      return { ...state, step: event.step, shown: false };
    case 'triedToGoOn':
      return { ...state, shown: true };
    case 'refused':
      return { ...state, refused: event.fields, step: event.step ?? state.step, shown: true };
  }
}

/** The draft's key for the first part of a field on the wire, where the two differ. */
const KEYS: Record<string, keyof TicketDraft> = {
  idTipo: 'tipo',
  idCli: 'cliente',
  idFil: 'filial',
  transportadora_id: 'transportadora',
  representante_id: 'representante',
};

function stillRefused({ draft: before, refused }: WizardState, after: TicketDraft) {
  const kept = Object.entries(refused).filter(([field]) => {
    const first = field.split('.')[0] ?? '';
    if (first === 'responsavel_prorrogacao_id')
      return before.transportadora === after.transportadora && before.representante === after.representante;
    const key = KEYS[first] ?? (first as keyof TicketDraft);
    return before[key] === after[key];
  });
  return Object.fromEntries(kept);
}
