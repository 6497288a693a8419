import type { TicketResult } from '../../../../../contract/catalogs/ticketStatus.ts';
import type { TimelineType } from '../../../../../contract/catalogs/timelineType.ts';
import { textAsHtml } from '../../../../plainText.ts';
import type { ticketEvents, ticketMessages } from '../../../tables/index.ts';
import type { Chance } from '../chance.ts';
import type { PersonRow } from '../people.ts';
import type { Planned } from './plan.ts';
import { ANSWERS, CANCELLATIONS, FORWARDS, PRIVATE_NOTES, REPLIES } from './texts.ts';

type EventRow = typeof ticketEvents.$inferInsert;
type MessageRow = typeof ticketMessages.$inferInsert;

/** One moment in a ticket's life: an entry of its timeline, and the message that came with it, if one did. */
export interface Moment {
  event: Required<Pick<EventRow, 'type' | 'note' | 'internal' | 'personId' | 'data'>>;
  message?: Required<Pick<MessageRow, 'type' | 'authorId' | 'html' | 'sectorId' | 'attendantId'>>;
  /** The ticket is in another step from here on. */
  moves: boolean;
}

export interface Ending {
  reason: { id: number; descricao: string };
  result: TicketResult;
}

export interface Cast {
  creator: PersonRow;
  /** Who works on it; `null` while nobody took it. */
  operator: PersonRow | null;
  sectorIds: ReadonlyMap<string, number>;
  ending: Ending;
  subject: string;
  /** Empty when nothing was written. */
  opening: string;
}

/** Everything that happened, in order: opening, work step by step with its talk, end. */
export function momentsOf(chance: Chance, plan: Planned, cast: Cast): Moment[] {
  const { creator, operator, subject, opening } = cast;
  const moments: Moment[] = [
    {
      ...happened('CRIACAO', subject, creator, { etapa: plan.path[0]?.step.chave, status: 'ABERTO' }),
      // What was written on opening belongs to the opening: it makes no entry of its own.
      ...(opening && { message: said('PUBLICO', opening, creator).message }),
    },
  ];
  const worker = operator ?? creator;
  if (operator) moments.push(among(happened('ATRIBUICAO', `Responsável: ${operator.name}.`, operator)));
  plan.path.forEach(({ step, by }, index) => {
    if (by) moments.push(...moved(plan, index, worker, cast));
    if (operator && !step.terminal) moments.push(...talk(chance, plan, cast, operator, step.setor));
  });
  if (plan.status === 'CANCELADO') moments.push(happened('CANCELAMENTO', chance.pick(CANCELLATIONS), worker));
  return moments;
}

/** What leaving each step needs, as its own entry before the step changes. */
const ON_LEAVING: Record<string, [TimelineType, string]> = {
  ANALISE_DEVOLUCAO: ['ANALISE', 'Produtos analisados.'],
  ENVIO_NF_DEVOLUCAO: ['NOTA_DEVOLUCAO', 'Nota de devolução recebida e conferida com o espelho.'],
  CONFERENCIA_DEVOLUCAO: ['CONFERENCIA', 'Mercadoria conferida no recebimento.'],
};

function moved({ path }: Planned, index: number, worker: PersonRow, cast: Cast): Moment[] {
  const from = path[index - 1]?.step;
  const { step } = path[index] as Planned['path'][number];
  const before = ON_LEAVING[from?.chave ?? ''];
  const asked = step.chave === 'COMPLEMENTO_CLIENTE';
  const data = { de: from?.chave, para: step.chave };
  const change: Moment = step.terminal
    ? happened('FINALIZACAO', `${cast.ending.reason.descricao}.`, worker, {
        ...data,
        motivo_id: cast.ending.reason.id,
        resultado: cast.ending.result,
      })
    : happened('AVANCO', `${from?.descricao} → ${step.descricao}`, worker, data);
  return [...(before && !asked ? [happened(...before, worker)] : []), { ...change, moves: true }];
}

function talk(
  chance: Chance,
  { kind }: Planned,
  { creator, sectorIds }: Cast,
  operator: PersonRow,
  sector: string,
): Moment[] {
  const answers = ANSWERS[kind.flow.chave] ?? [];
  const moments: Moment[] = [];
  if (answers.length > 0 && chance.happens(26)) moments.push(said('PUBLICO', chance.pick(answers), operator));
  if (chance.happens(12)) moments.push(said('PUBLICO', chance.pick(REPLIES), creator));
  if (chance.happens(9)) moments.push(said('PRIVADO', chance.pick(PRIVATE_NOTES), operator));
  if (sector !== 'SAC' && chance.happens(14)) {
    const forward = said('ENCAMINHAMENTO', chance.pick(FORWARDS), operator);
    moments.push({ ...forward, message: { ...forward.message, sectorId: sectorIds.get(sector) ?? null } });
  }
  return moments;
}

const happened = (
  type: TimelineType,
  note: string,
  person: PersonRow,
  data: Record<string, unknown> = {},
): Moment => ({
  event: { type, note, internal: false, personId: person.id, data },
  moves: false,
});

/** Hidden from end consumers. */
const among = ({ event, ...moment }: Moment): Moment => ({ ...moment, event: { ...event, internal: true } });

/** Private messages and forwards stay among the staff. */
function said(
  type: MessageRow['type'],
  text: string,
  author: PersonRow,
): Moment & { message: NonNullable<Moment['message']> } {
  const internal = type !== 'PUBLICO';
  const event = happened(type === 'ENCAMINHAMENTO' ? 'ENCAMINHAMENTO' : 'MENSAGEM', '', author).event;
  return {
    event: { ...event, internal },
    message: {
      type,
      authorId: author.id,
      html: textAsHtml(text),
      sectorId: null,
      attendantId: null,
    },
    moves: false,
  };
}
