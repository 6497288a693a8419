import type { TicketResult } from '#contract/catalogs/ticketStatus.ts';
import type { TimelineType } from '#contract/catalogs/timelineType.ts';
import type { ticketEvents, ticketMessages } from '#server/db/tables/index.ts';
import { textAsHtml } from '#server/text/plainText.ts';
import type { Chance } from '../chance.ts';
import { CONSUMER_CUSTOMER } from '../customers.ts';
import type { DemoInvoice } from '../invoices.ts';
import type { PersonRow } from '../people.ts';
import type { ProductRow } from '../products.ts';
import { type Chosen, chooseCustomer, type Desk, instantsUntil, isPerson, lastMoment } from './desk.ts';
import { type ItemRow, invoiceItems, looseItems } from './items.ts';
import type { Planned, TicketSources } from './plan.ts';
import { ANSWERS, CANCELLATIONS, FORWARDS, OPENING, PRIVATE_NOTES, REPLIES, SUBJECTS } from './texts.ts';

/** A ticket that has no number yet. */
export interface Scheduled extends Chosen {
  plan: Planned;
  byConsumer: boolean;
  creator: PersonRow;
  /** `null` while it is unassigned. */
  operator: PersonRow | null;
  subject: string;
  opening: string;
  items: ItemRow[];
  /** How it ends, once it does. */
  ending: Ending;
  moments: Moment[];
  /** Time of each moment, in milliseconds. */
  times: number[];
}

export function schedule(from: TicketSources, desk: Desk, plan: Planned, index: number): Scheduled {
  const { chance } = from;
  const last = lastMoment(chance, plan, from.today, 1);
  const chosen = chooseCustomer(from, desk, plan, { index, last });
  const { branchId, invoice } = chosen;
  const byConsumer = isOpenedByConsumer(chance, chosen, plan);
  const creator = desk.staff.creatorOf(chosen.customer, branchId, byConsumer);
  const operator = plan.status === 'ABERTO' && chance.happens(85) ? null : desk.staff.operatorOf(branchId);
  const items = itemsOf(from, plan, invoice);
  const opening = openingOf(chance, plan, talkedAbout(from, items), invoice);
  const { type } = plan.kind;
  const subject = chance.pick(SUBJECTS[type.key] ?? [type.description]);
  const ending = finalReason(from, plan);
  const moments = momentsOf(chance, plan, {
    creator,
    operator,
    subject,
    opening,
    sectorIds: from.sectorIds,
    ending,
  });
  return {
    ...chosen,
    plan,
    byConsumer,
    creator,
    operator,
    subject,
    opening,
    items,
    ending,
    moments,
    times: instantsUntil(chance, last, moments.length, branchId),
  };
}

function isOpenedByConsumer(chance: Chance, { customer }: Chosen, { kind }: Planned): boolean {
  if (!isPerson(customer) || kind.type.flags.usa_consumidor_final === 0) return false;
  return (
    customer.row.id === CONSUMER_CUSTOMER || kind.type.flags.usa_consumidor_final === 2 || chance.happens(70)
  );
}

/** Ticket numbers are assigned last, in order of opening. */
const NO_NUMBER_YET = 0;

function itemsOf(
  from: TicketSources,
  { kind, path, status }: Planned,
  invoice: DemoInvoice | null,
): ItemRow[] {
  const { flags } = kind.type;
  const ticket = { ticketId: NO_NUMBER_YET, status, path, reasons: from.productReasons };
  if (flags.usa_nota_produto > 0 && invoice) return invoiceItems(from.chance, invoice, ticket);
  if (flags.usa_produto === 0 || (flags.usa_produto === 1 && from.chance.happens(40))) return [];
  return looseItems(from.chance, from.products, NO_NUMBER_YET);
}

function talkedAbout({ chance, products }: TicketSources, items: readonly ItemRow[]): ProductRow {
  const productId = items[0]?.productId;
  return products.find(({ id }) => id === productId) ?? chance.pick(products);
}

function openingOf(
  chance: Chance,
  { kind: { type } }: Planned,
  product: ProductRow,
  invoice: DemoInvoice | null,
): string {
  const texts = (OPENING[type.key] ?? []).filter((text) => invoice || !text.includes('{n}'));
  if (texts.length === 0 || (type.flags.usa_mensagem < 2 && chance.happens(35))) return '';
  return chance
    .pick(texts)
    .replaceAll('{p}', product.description)
    .replaceAll('{n}', String(invoice?.row.number ?? ''));
}

/** Chosen by the ticket's type and the outcome of its path. */
function finalReason({ chance, finalReasons }: TicketSources, { kind, path }: Planned): Ending {
  const denied = path.at(-1)?.by?.resultado === 'IMPROCEDENTE';
  const own = finalReasons.filter(
    ({ typeId, flowKey }) =>
      (typeId === null || typeId === kind.type.id) && (flowKey === null || flowKey === kind.type.flowKey),
  );
  const fitting = own.filter(({ result }) => (result === 'IMPROCEDENTE') === denied);
  const chosen = chance.pick(fitting.length > 0 ? fitting : own);
  return {
    reason: { id: chosen.id, descricao: chosen.description },
    result: chosen.result ?? (denied ? 'IMPROCEDENTE' : 'PROCEDENTE'),
  };
}

type EventRow = typeof ticketEvents.$inferInsert;

type MessageRow = typeof ticketMessages.$inferInsert;

/** One moment in a ticket's life: a timeline event, and its message if there is one. */
interface Moment {
  event: Required<Pick<EventRow, 'type' | 'note' | 'internal' | 'personId' | 'data'>>;
  message?: Required<Pick<MessageRow, 'type' | 'authorId' | 'html' | 'sectorId' | 'attendantId'>>;
  /** Whether the ticket enters another step here. */
  moves: boolean;
}

interface Ending {
  reason: { id: number; descricao: string };
  result: TicketResult;
}

interface Cast {
  creator: PersonRow;
  /** The assigned operator; `null` while the ticket is unassigned. */
  operator: PersonRow | null;
  sectorIds: ReadonlyMap<string, number>;
  ending: Ending;
  subject: string;
  /** Empty when there is no opening message. */
  opening: string;
}

/** All events in order: opening, the work and conversation of each step, end. */
function momentsOf(chance: Chance, plan: Planned, cast: Cast): Moment[] {
  const { creator, operator, subject, opening } = cast;
  const moments: Moment[] = [
    {
      ...happened('CRIACAO', subject, creator, { etapa: plan.path[0]?.step.chave, status: 'ABERTO' }),
      // The opening message belongs to the opening event and has no entry of its own.
      ...(opening && { message: said('PUBLICO', opening, creator).message }),
    },
  ];
  const worker = operator ?? creator;
  if (operator) moments.push(among(happened('ATRIBUICAO', `Operador: ${operator.name}.`, operator)));
  plan.path.forEach(({ step, by }, index) => {
    if (by) moments.push(...moved(plan, index, worker, cast));
    if (operator && !step.terminal) moments.push(...talk(chance, plan, cast, operator, step.setor));
  });
  if (plan.status === 'CANCELADO') moments.push(happened('CANCELAMENTO', chance.pick(CANCELLATIONS), worker));
  return moments;
}

/** Events required for leaving each step, recorded before the step changes. */
const ON_LEAVING: Record<string, [TimelineType, string]> = {
  ANALISE_DEVOLUCAO: ['ANALISE', 'Produtos analisados.'],
  ENVIO_NF_DEVOLUCAO: ['NOTA_DEVOLUCAO', 'Nota de devolução recebida e conferida com o espelho.'],
  CONFERENCIA_DEVOLUCAO: ['CONFERENCIA', 'Mercadoria conferida no recebimento.'],
};

function moved({ path }: Planned, index: number, worker: PersonRow, cast: Cast): Moment[] {
  const from = path[index - 1]?.step;
  const { step } = path[index] as Planned['path'][number];
  const before = ON_LEAVING[from?.chave ?? ''];
  const requested = step.chave === 'COMPLEMENTO_CLIENTE';
  const data = { de: from?.chave, para: step.chave };
  const change: Moment = step.terminal
    ? happened('FINALIZACAO', `${cast.ending.reason.descricao}.`, worker, {
        ...data,
        motivo_id: cast.ending.reason.id,
        resultado: cast.ending.result,
      })
    : happened('AVANCO', `${from?.descricao} → ${step.descricao}`, worker, data);
  return [...(before && !requested ? [happened(...before, worker)] : []), { ...change, moves: true }];
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

/** Private messages and forwards are visible to staff only. */
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
