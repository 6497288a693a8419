import type { TicketPriority } from '#contract/catalogs/ticketPriority.ts';
import { isClosed, pausesDue } from '#contract/rules/tickets/ticketTransitions.ts';
import { standardCalendar } from '#server/config/parameters/queries.ts';
import type { ticketEvents, ticketInvoices, ticketMessages, tickets } from '#server/db/tables/index.ts';
import { type DueClock, enteredDue, NO_CLOCK, pausedDue } from '#server/sac/tickets/change/changeTicket.ts';
import { branchOf } from '../places.ts';
import { deskOf } from './desk.ts';
import type { ItemRow } from './items.ts';
import type { TicketSources } from './plan.ts';
import { planTickets } from './plan.ts';
import { type Scheduled, schedule } from './schedule.ts';

export type TicketRow = typeof tickets.$inferInsert & { id: number };

export interface DemoTickets {
  tickets: TicketRow[];
  items: (ItemRow & { id: number })[];
  invoices: (typeof ticketInvoices.$inferInsert)[];
  messages: (typeof ticketMessages.$inferInsert & { id: number })[];
  events: (typeof ticketEvents.$inferInsert & { id: number })[];
}

/** Days after which a closed ticket is archived. */
const ARCHIVED_AFTER = 120;

/** Tickets in every status and every step; the newest have the highest numbers. */
export function demoTickets(from: TicketSources, count: number): DemoTickets {
  const madeTickets: DemoTickets = { tickets: [], items: [], invoices: [], messages: [], events: [] };
  const desk = deskOf(from);
  const midnight = Date.parse(`${from.today}T00:00:00Z`);
  planTickets(from.chance, from.kinds, count)
    .map((plan, index) => schedule(from, desk, plan, index))
    .sort((a, b) => openedAt(a) - openedAt(b))
    .forEach((scheduled, index) => {
      const ticket = ticketRow(from, scheduled, index + 1, midnight);
      madeTickets.tickets.push(ticket);
      write(madeTickets, scheduled, ticket);
    });
  return madeTickets;
}

const openedAt = ({ times }: Scheduled): number => times[0] as number;

function write(
  made: DemoTickets,
  { items, invoice, moments, times, plan }: Scheduled,
  { id, archived, creatorId, operatorId, updatedAt }: TicketRow,
) {
  for (const item of items) made.items.push({ ...item, id: made.items.length + 1, ticketId: id });
  if (invoice && plan.kind.type.flags.usa_nota > 0)
    made.invoices.push({ ticketId: id, invoiceId: invoice.row.id });
  moments.forEach(({ event, message }, index) => {
    const createdAt = new Date(times[index] as number);
    made.events.push({ ...event, id: made.events.length + 1, ticketId: id, createdAt });
    if (message) made.messages.push({ ...message, id: made.messages.length + 1, ticketId: id, createdAt });
  });
  if (archived)
    made.events.push({
      id: made.events.length + 1,
      ticketId: id,
      type: 'ARQUIVAMENTO',
      note: 'Arquivado.',
      internal: true,
      personId: operatorId ?? creatorId,
      data: {},
      createdAt: updatedAt as Date,
    });
}

function ticketRow(from: TicketSources, scheduled: Scheduled, id: number, midnight: number): TicketRow {
  const { plan, customer, branchId, moments, times, operator, creator, ending } = scheduled;
  const { type, flowVersion } = plan.kind;
  const last = times.at(-1) as number;
  const step = (plan.path.at(-1) as Scheduled['plan']['path'][number]).step;
  const entered = times[
    Math.max(
      0,
      moments.findLastIndex(({ moves }) => moves),
    )
  ] as number;
  const closed = isClosed(plan.status);
  const finished = plan.status === 'FINALIZADO';
  const archived = closed && last < midnight - ARCHIVED_AFTER * 86_400_000;
  return {
    id,
    typeId: type.id,
    status: plan.status,
    priority: priorityOf(id, closed),
    archived,
    customerId: customer.row.id,
    branchId,
    representativeId: customer.row.representativeId,
    regionId: customer.row.regionId,
    sectorId: from.sectorIds.get(step.setor) ?? null,
    operatorId: operator?.id ?? null,
    creatorId: creator.id,
    origin: originOf(from, scheduled),
    subject: scheduled.subject,
    reasons: plan.kind.reasons(from.chance),
    message: scheduled.opening,
    finalConsumer: scheduled.byConsumer,
    carrierId: type.flags.usa_transportadora > 0 ? (scheduled.invoice?.row.carrierId ?? null) : null,
    extension: extensionOf(from, scheduled),
    flowKey: type.flowKey,
    flowVersion,
    stepKey: step.chave,
    stepEnteredAt: new Date(entered),
    ...dueOf(scheduled, entered, last),
    finishedAt: finished ? new Date(last) : null,
    result: finished ? ending.result : null,
    finalReason: finished ? ending.reason : null,
    createdAt: new Date(openedAt(scheduled)),
    updatedAt: new Date(last),
    version: moments.length,
  };
}

/** Few are more than normal, or there would be no telling which to take first. */
function priorityOf(id: number, closed: boolean): TicketPriority {
  if (closed) return 'NORMAL';
  if (id % 17 === 0) return 'URGENTE';
  if (id % 7 === 0) return 'ALTA';
  return id % 13 === 0 ? 'BAIXA' : 'NORMAL';
}

function originOf({ chance }: TicketSources, { creator, byConsumer }: Scheduled): string {
  if (creator.type === 'REPRESENTANTE') return 'REPRESENTANTE';
  return byConsumer ? 'SAC' : chance.pick(['SAC', 'SAC', 'TELEFONE', 'EMAIL', 'WHATSAPP']);
}

function extensionOf(
  { chance }: TicketSources,
  { plan, invoice, customer }: Scheduled,
): TicketRow['extension'] {
  if (plan.kind.type.flags.usa_prorrogacao === 0) return null;
  const answer = logisticsAnswer(plan);
  const late = { diasAtraso: chance.int(1, 12), ...(answer && { logistica: answer }) };
  const carrierId = invoice?.row.carrierId;
  return carrierId && chance.happens(80)
    ? { responsavel: 'TRANSPORTADORA', responsavelId: carrierId, ...late }
    : { responsavel: 'REPRESENTANTE', responsavelId: customer.row.representativeId ?? 1, ...late };
}

/** Logistics' decision when the ticket left its step: it went on to finance, or ended there. */
function logisticsAnswer({ path }: Scheduled['plan']): 'CONFIRMADA' | 'RECUSADA' | null {
  const at = path.findIndex(({ step }) => step.exigencia === 'PRORROGACAO_LOGISTICA');
  const next = at < 0 ? undefined : path[at + 1];
  if (!next) return null;
  return next.step.terminal ? 'RECUSADA' : 'CONFIRMADA';
}

/** No due time once closed; it is paused while waiting for the customer. */
function dueOf({ plan, branchId }: Scheduled, entered: number, last: number): DueClock {
  const step = plan.path.at(-1)?.step;
  if (!step || isClosed(plan.status)) return NO_CLOCK;
  const calendar = standardCalendar(branchOf(branchId).timeZone);
  const running = enteredDue({ ...step, status_ao_entrar: 'EM_ATENDIMENTO' }, calendar, new Date(entered));
  return pausesDue(plan.status) ? pausedDue(running, calendar, new Date(last)) : running;
}
