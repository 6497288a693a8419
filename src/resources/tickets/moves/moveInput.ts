import { type DraftAnswer, isRecord, readFields } from '../../../../contract/rules/draftReading.ts';
import type { FlowFacts } from '../../../../contract/rules/flows/flowCondition.ts';
import type { StepData } from '../../../../contract/rules/steps/stepInput.ts';
import type { FinalReason } from '../../../../contract/sac/lookups.ts';
import { type AdvanceInput, ticketMoveRoutes } from '../../../../contract/sac/ticketMoves.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import type { Transition } from './useMoveSession.ts';

export interface MovePlan {
  kind: MoveKind;
  draft: MoveDraft;
  /** Where an advance goes; `null` while no transition is chosen or open. */
  transition: Transition | null;
  /** Whether the transition takes what the step's form gives. */
  takesData: boolean;
}

export const endsTicket = ({ kind, transition }: Pick<MovePlan, 'kind' | 'transition'>): boolean =>
  kind === 'finalizar' || (kind === 'avancar' && transition?.terminal === true);

const move = (text: Omit<MoveText, 'tone' | 'motivo' | 'failed'> & Partial<MoveText>): MoveText => ({
  tone: 'primary',
  motivo: 'none',
  failed: 'Não foi possível mudar o ticket.',
  ...text,
});

export const MOVES: Record<MoveKind, MoveText> = {
  avancar: move({
    title: 'Avançar etapa',
    sentence: '',
    confirm: 'Avançar',
    failed: 'Não foi possível avançar o ticket.',
  }),
  retroceder: move({
    title: 'Voltar etapa',
    sentence: 'O ticket volta para a etapa de onde veio. Quem cuida dela lê o motivo na linha do tempo.',
    confirm: 'Voltar etapa',
    motivo: 'demanded',
    failed: 'Não foi possível voltar a etapa.',
  }),
  finalizar: move({
    title: 'Finalizar ticket',
    sentence: 'O ticket é encerrado, e o cliente vê o resultado.',
    confirm: 'Finalizar',
    failed: 'Não foi possível finalizar o ticket.',
  }),
  cancelar: move({
    title: 'Cancelar ticket',
    sentence: 'O ticket é encerrado sem análise. As quantidades dos produtos voltam a ficar disponíveis.',
    confirm: 'Cancelar ticket',
    tone: 'error',
    motivo: 'demanded',
    failed: 'Não foi possível cancelar o ticket.',
  }),
  reabrir: move({
    title: 'Reabrir ticket',
    sentence:
      'O ticket volta à última etapa em que esteve, e as quantidades dos produtos são ocupadas de novo.',
    confirm: 'Reabrir',
    motivo: 'demanded',
    failed: 'Não foi possível reabrir o ticket.',
  }),
  arquivar: move({
    title: 'Arquivar ticket',
    sentence: 'O ticket sai da lista e só pode ser lido. Ele pode ser desarquivado depois.',
    confirm: 'Arquivar',
    failed: 'Não foi possível arquivar o ticket.',
  }),
  desarquivar: move({
    title: 'Desarquivar ticket',
    sentence: 'O ticket volta para a lista e pode ser reaberto.',
    confirm: 'Desarquivar',
    failed: 'Não foi possível desarquivar o ticket.',
  }),
  reclassificar: move({
    title: 'Mudar o tipo do ticket',
    sentence:
      'Com outro fluxo, o ticket recomeça na primeira etapa dele. Os motivos da abertura são retirados; mensagens, anexos e produtos ficam.',
    confirm: 'Mudar o tipo',
    motivo: 'optional',
    failed: 'Erro ao mudar tipo do ticket',
  }),
};

export const demandsReason = ({ kind, transition }: Pick<MovePlan, 'kind' | 'transition'>): boolean =>
  MOVES[kind].motivo === 'demanded' || (kind === 'avancar' && transition?.exige_motivo === true);

/** Whether the dialog asks for anything at all beside the consent. */
export const asksAnything = (plan: MovePlan, transitions: number, hasForm: boolean): boolean =>
  hasForm || transitions > 1 || plan.kind === 'reclassificar' || endsTicket(plan) || demandsReason(plan);

/**
 * What is still missing of what every move needs. What the step's form needs is judged by the server, line by line:
 * while data are missing no transition can be asked for.
 */
export function missingOf(plan: MovePlan, opensAny: boolean): Record<string, string> {
  const { kind, draft, transition, takesData } = plan;
  const missing: Record<string, string> = {};
  if (kind === 'avancar' && !transition && !(takesData && draft.facts === null))
    missing.etapa = opensAny
      ? 'Escolha para onde o ticket vai.'
      : 'Nenhum caminho está aberto para o ticket como ele está agora.';
  if (kind === 'reclassificar' && !draft.type) missing.idTipo = 'Escolha o novo tipo.';
  if (endsTicket(plan)) {
    if (!draft.final) missing.idMotivo = 'Escolha o motivo de finalização.';
    else if (draft.final.informa && !draft.obs.trim())
      missing.obs = `Explique o motivo '${draft.final.descricao}' na observação.`;
  }
  if (demandsReason(plan) && !draft.motivo.trim()) missing.motivo = 'Informe o motivo.';
  return missing;
}

/** The body of the move's call. */
export function bodyOf(plan: MovePlan, versao: number): Record<string, unknown> {
  const { kind, draft } = plan;
  const motivo = draft.motivo.trim();
  const ending = { idMotivo: draft.final?.id, ...(draft.obs.trim() && { obs: draft.obs.trim() }) };
  switch (kind) {
    case 'avancar':
      return { ...advanceOf(plan), versao };
    case 'finalizar':
      return { versao, ...ending };
    case 'reclassificar':
      return { versao, idTipo: draft.type?.id, ...(motivo && { motivo }) };
    case 'arquivar':
    case 'desarquivar':
      return { versao };
    default:
      return { versao, motivo };
  }
}

function advanceOf({ draft, transition, takesData }: MovePlan): AdvanceInput {
  const motivo = draft.motivo.trim();
  const obs = draft.obs.trim();
  return {
    ...(takesData && draft.data),
    ...(transition?.tipo === 'CONDICIONAL' && { etapa: transition.para }),
    ...(motivo && transition?.exige_motivo && { motivo }),
    ...(transition?.terminal &&
      draft.final && { finalizacao: { idMotivo: draft.final.id, ...(obs && { obs }) } }),
  };
}

/** What a person has given in the dialog of a move; kept on the server until it is sent. */
export interface MoveDraft {
  /** The step that it was written for: what was filled in for another one is not offered. */
  etapa: string;
  data: StepData;
  /** What the data would make of the flow's facts; `null` while something is missing. */
  facts: FlowFacts | null;
  motivo: string;
  final: Pick<FinalReason, 'id' | 'descricao' | 'informa'> | null;
  obs: string;
  type: { id: number; desc: string } | null;
}

export const emptyMove = (etapa: string): MoveDraft => ({
  etapa,
  data: {},
  facts: null,
  motivo: '',
  final: null,
  obs: '',
  type: null,
});

/** Object of the draft: one a ticket and move. */
export const draftObject = (idTicket: number, kind: MoveKind) =>
  `ticket-${idTicket}-${kind === 'avancar' ? 'etapa' : kind}`;

/** A saved draft, as far as it is of this step: what was filled in for another one fits none of its fields. */
export function savedMove(content: unknown, etapa: string): DraftAnswer<MoveDraft> {
  const orNone = (value: unknown) => value === null || isRecord(value);
  const reading = readFields(emptyMove(etapa), content, { facts: orNone, final: orNone, type: orNone });
  if (reading === null || reading === 'nothing') return reading;
  if (!isTouched({ ...reading.value, etapa })) return reading.whole ? 'nothing' : null;
  return reading.value.etapa === etapa ? reading : null;
}

/** Whether anything was given that could be lost. */
export const isTouched = (draft: MoveDraft): boolean =>
  JSON.stringify(draft) !== JSON.stringify(emptyMove(draft.etapa));

/** The moves of a ticket, by the names that `ticket.acoes` gives them. */
export type MoveKind = Exclude<keyof Ticket['acoes'], 'responder'>;

interface MoveText {
  title: string;
  /** What will happen. */
  sentence: string;
  /** A verb. */
  confirm: string;
  tone: 'primary' | 'error';
  motivo: 'demanded' | 'optional' | 'none';
  /** Said of a failure that the server has no sentence for (document 000 section 8). */
  failed: string;
}

export const MOVE_ROUTES = {
  avancar: ticketMoveRoutes.advance,
  retroceder: ticketMoveRoutes.goBack,
  finalizar: ticketMoveRoutes.finish,
  cancelar: ticketMoveRoutes.cancel,
  reabrir: ticketMoveRoutes.reopen,
  arquivar: ticketMoveRoutes.archive,
  desarquivar: ticketMoveRoutes.unarchive,
  reclassificar: ticketMoveRoutes.reclassify,
} as const;
