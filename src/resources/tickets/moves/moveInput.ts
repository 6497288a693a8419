import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import { type DraftAnswer, isBlank, readFields } from '#contract/rules/draftReading.ts';
import { draftName } from '#contract/rules/drafts.ts';
import type { FlowFacts } from '#contract/rules/flows/flowCondition.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import { StepData } from '#contract/rules/steps/stepInput.ts';
import { emptyDraft, savedDraft, TicketDraft, ticketInputOf } from '#contract/rules/tickets/ticketDraft.ts';
import type { FinalReason } from '#contract/sac/lookups.ts';
import { AdvanceInput, TYPE_ANSWERS, ticketMoveRoutes } from '#contract/sac/tickets/ticketMoves.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { type DraftFields, fieldsOf, untyped } from '#ui/drafts/draftTexts.ts';
import type { Transition } from './transitions.ts';

export interface MovePlan {
  kind: AskedMove;
  draft: MoveDraft;
  /** The transition of an advance; `null` while none is chosen or open. */
  transition: Transition | null;
  /** Whether the transition accepts the data of the step's form. */
  takesData: boolean;
  /** Whether the step asks for extra fields of the ticket on this transition. */
  asksFields: boolean;
}

export const endsTicket = ({ kind, transition }: Pick<MovePlan, 'kind' | 'transition'>): boolean =>
  kind === 'finalizar' || (kind === 'avancar' && transition?.terminal === true);

const move = (text: Omit<MoveText, 'tone' | 'motivo' | 'failed'> & Partial<MoveText>): MoveText => ({
  tone: 'primary',
  motivo: 'none',
  failed: 'Não foi possível mudar o ticket.',
  ...text,
});

export const MOVES: Record<AskedMove, MoveText> = {
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
  reclassificar: move({
    title: 'Mudar o tipo do ticket',
    sentence:
      'Com outro fluxo, o ticket recomeça na primeira etapa dele. Os motivos da abertura são retirados; mensagens, anexos e produtos ficam. Vale o que o novo tipo pede na abertura.',
    confirm: 'Mudar o tipo',
    motivo: 'optional',
    failed: 'Erro ao mudar tipo do ticket',
  }),
};

export const demandsReason = ({ kind, transition }: Pick<MovePlan, 'kind' | 'transition'>): boolean =>
  MOVES[kind].motivo === 'demanded' || (kind === 'avancar' && transition?.exige_motivo === true);

/** Whether the dialog asks for anything besides confirmation. */
export const asksAnything = (plan: MovePlan, transitions: number, hasForm: boolean): boolean =>
  hasForm ||
  plan.asksFields ||
  transitions > 1 ||
  plan.kind === 'reclassificar' ||
  endsTicket(plan) ||
  demandsReason(plan);

/**
 * The missing general input of a move. The step's form reports what its own data lacks; as long as that is incomplete, no
 * transition can be required.
 */
export function missingOf(plan: MovePlan, opensAny: boolean): Record<string, string> {
  const { kind, draft, transition, takesData, asksFields } = plan;
  const missing: Record<string, string> = {};
  // Which way is open may depend on the fields, which are read only once they are sent.
  if (kind === 'avancar' && !transition && !asksFields && !(takesData && draft.facts === null))
    missing.etapa = opensAny
      ? 'Escolha para onde o ticket vai.'
      : 'Nenhum caminho está aberto para o ticket como ele está agora.';
  if (kind === 'reclassificar' && !draft.answers.tipo) missing.idTipo = 'Escolha o novo tipo.';
  if (endsTicket(plan)) {
    if (!draft.final) missing.idMotivo = 'Escolha o motivo de finalização.';
    else if (draft.final.informa && !draft.obs.trim())
      missing.obs = `Explique o motivo '${draft.final.descricao}' na observação.`;
  }
  if (demandsReason(plan) && !draft.motivo.trim()) missing.motivo = 'Informe o motivo.';
  return missing;
}

/** The request body of the move. */
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
      return { versao, idTipo: draft.answers.tipo?.id, ...(motivo && { motivo }), ...answersOf(draft) };
    default:
      return { versao, motivo };
  }
}

function advanceOf({ draft, transition, takesData, asksFields }: MovePlan): AdvanceInput {
  const motivo = draft.motivo.trim();
  const obs = draft.obs.trim();
  return {
    ...(takesData && draft.data),
    ...(asksFields && { campos: draft.fields }),
    ...(transition?.tipo === 'CONDICIONAL' && { etapa: transition.para }),
    ...(motivo && transition?.exige_motivo && { motivo }),
    ...(transition?.terminal &&
      draft.final && { finalizacao: { idMotivo: draft.final.id, ...(obs && { obs }) } }),
  };
}

/** A person's input in a move's dialog; stored on the server until it is sent. */
export interface MoveDraft {
  /** The step it was filled in for; input for another step is not offered. */
  etapa: string;
  data: StepData;
  /** Values of the ticket's extra fields that the step asks for, by key. */
  fields: Readonly<Record<string, unknown>>;
  /** The flow's facts that the data would produce; `null` while something is missing. */
  facts: FlowFacts | null;
  motivo: string;
  final: Pick<FinalReason, 'id' | 'descricao' | 'informa'> | null;
  obs: string;
  /** The new type, and what it asks at the opening. */
  answers: TicketDraft;
}

/** Only what was answered is sent: for the rest, the ticket's own answers count. */
function answersOf({ answers }: MoveDraft) {
  const input = ticketInputOf({ ...answers, mensagem: answers.mensagem.trim() });
  return Object.fromEntries(TYPE_ANSWERS.flatMap((key) => (isBlank(input[key]) ? [] : [[key, input[key]]])));
}

export const emptyMove = (etapa: string): MoveDraft => ({
  etapa,
  data: {},
  fields: {},
  facts: null,
  motivo: '',
  final: null,
  obs: '',
  answers: emptyDraft(),
});

/** The draft's key: one per ticket and move. */
export const draftObject = (idTicket: number, kind: AskedMove) =>
  draftName('move', idTicket, kind === 'avancar' ? 'etapa' : kind);

/** Reads a saved draft if it belongs to this step, since input for another step fits none of its fields. */
export function savedMove(content: unknown, etapa: string): DraftAnswer<MoveDraft> {
  const orNone = (value: unknown) => value === null || isRecord(value);
  const { answers: given, ...rest } = isRecord(content) ? content : { answers: undefined };
  const reading = readFields(emptyMove(etapa), isRecord(content) ? rest : content, {
    facts: orNone,
    final: orNone,
  });
  if (reading === null || reading === 'nothing') return reading;
  const answers = savedDraft(given);
  const read = answers === null || answers === 'nothing' ? emptyDraft() : answers.value;
  const complete = reading.complete && (answers === 'nothing' || (answers?.complete ?? false));
  const value = { ...reading.value, answers: read };
  if (!isTouched({ ...value, etapa })) return complete ? 'nothing' : null;
  return value.etapa === etapa ? { value, complete } : null;
}

const { motivo, finalizacao } = AdvanceInput.properties;
const finished = finalizacao.anyOf[0].properties;

/** How what stands in a move's draft is called; `fields` is the schema of the fields that the step asks for. */
export const moveFields = (fields: JsonSchema = {}): DraftFields =>
  fieldsOf({
    properties: {
      etapa: untyped,
      data: StepData,
      fields,
      facts: untyped,
      motivo,
      final: {
        title: finished.idMotivo.title,
        properties: { descricao: {}, id: untyped, informa: untyped },
      },
      obs: finished.obs,
      answers: { properties: TicketDraft.properties },
    },
  });

/** Whether there is any input that could be lost. */
export const isTouched = (draft: MoveDraft): boolean =>
  JSON.stringify(draft) !== JSON.stringify(emptyMove(draft.etapa));

/** The moves of a ticket, named as in `ticket.acoes`. */
export type MoveKind = Exclude<keyof Ticket['acoes'], 'responder' | 'juntar' | 'dividir'>;

/** Those with a dialog. An archive has a way back instead. */
export type AskedMove = Exclude<MoveKind, 'arquivar' | 'desarquivar'>;

interface MoveText {
  title: string;
  /** Describes what will happen. */
  sentence: string;
  /** The confirming button's label, a verb. */
  confirm: string;
  tone: 'primary' | 'error';
  motivo: 'demanded' | 'optional' | 'none';
  /** Shown for a failure without a message from the server (document 000 section 8). */
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
