import { eq, inArray, sql } from 'drizzle-orm';
import type { TimelineType } from '#contract/catalogs/timelineType.ts';
import { type Flow, type FlowStep, isDetour } from '#contract/rules/flows/flow.ts';
import { wakingOf } from '#contract/rules/tickets/ticketSnooze.ts';
import { pausesDue } from '#contract/rules/tickets/ticketTransitions.ts';
import {
  addWorkingMinutes,
  type WorkCalendar,
  workingMinutesBetween,
} from '#contract/rules/time/businessTime.ts';
import type { Context } from '#server/context.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import { sectors, ticketEvents, tickets } from '#server/db/tables/index.ts';
import { publishTicket } from '#server/realtime/publish.ts';
import { isOutside } from '#server/session/scope.ts';
import { audit } from '#server/writing/audit.ts';
import { rowFacts } from '#server/writing/rowFacts.ts';
import { logCustomer } from '../../customers/commands.ts';
import { tellFollowers } from '../followers/followers.ts';
import { queueNews } from '../mail/news.ts';
import { endSnooze, type Snooze, tellBack } from '../snooze/endSnooze.ts';
import type { TicketRecord } from './lockTicket.ts';
import { colleagueOf, tellColleague } from './taking.ts';
import { stateBefore } from './undoable.ts';

/** Who changes the ticket, and when: from a request or a job. Without the settings, an e-mail to a colleague has no link. */
export type ChangingTicket = Pick<Context, 'user' | 'ip' | 'requestId' | 'now'> &
  Partial<Pick<Context, 'settings' | 'jobId' | 'followersLater' | 'macroUse'>>;

type Movement = 'internalAt' | 'internalVersions';
/** Kept by triggers on the lines. */
type Figure = 'quantity' | 'worth';

export interface TicketChange {
  /** The columns to change; the version and the moments are set here. */
  set?: Partial<Omit<typeof tickets.$inferInsert, 'id' | 'version' | 'updatedAt' | Movement | Figure>>;
  /** The single timeline entry. For a move it carries `data: { de, para }`, which the step map reads. */
  event: {
    type: TimelineType;
    note?: string;
    /** Hidden from people outside the company. */
    internal?: boolean;
    /** What only the company reads of an entry that others read too; it follows the note. */
    aside?: string;
    data?: Record<string, unknown>;
  };
  /**
   * `AVANCAR`, `FINALIZAR`, … with values that the audit should show in addition to the changed columns, or instead of them.
   */
  audit: { action: string; before?: Record<string, unknown>; after?: Record<string, unknown> };
  /** Whether the person confirmed that a colleague loses the ticket; a change of the operator is refused without it. */
  confirmed?: boolean;
  /**
   * The entries that it takes back, of what the person did just before: nobody is asked, no letter says so, and it cannot be taken
   * back itself.
   */
  takesBack?: readonly number[];
}

/**
 * The only way to write a locked ticket: updates its columns and version, adds one timeline entry and one audit entry, and
 * notifies everyone who has it open (docs/domain.md 4, 3 and 4). Returns the updated row. What is internal moves nothing
 * that people outside the company can see (docs/domain.md 13).
 */
export async function changeTicket(
  tx: Tx,
  ctx: ChangingTicket,
  ticket: TicketRecord,
  { set = {}, event, audit: entry, confirmed = false, takesBack }: TicketChange,
): Promise<TicketRecord> {
  const now = ctx.now();
  const isTakenBack = takesBack !== undefined;
  const colleague = await colleagueOf(tx, ctx, ticket, {
    to: set.operatorId,
    confirmed: confirmed || isTakenBack,
  });
  const reach = reachOf(ticket, set, event);
  const before = isTakenBack ? null : stateBefore(ticket, event.type, set);
  const [changed] = await tx
    .update(tickets)
    .set({ ...set, ...movementOf(ticket, reach, now) })
    .where(eq(tickets.id, ticket.id))
    .returning();
  if (!changed) throw new Error(`ticket ${ticket.id} was not locked`);
  const back = await backFromSnooze(tx, ctx, ticket, changed, event.type);
  const aside = [event.aside, back && 'Voltou do adiamento'].filter(Boolean).join('; ');
  const [written] = await tx
    .insert(ticketEvents)
    .values({
      ticketId: ticket.id,
      type: event.type,
      note: event.note ?? '',
      internal: event.internal ?? false,
      noticed: reach === 'EVERYBODY',
      personId: ctx.user.id,
      data: {
        ...event.data,
        ...(aside && { interno: aside }),
        ...(before && { antes: before }),
        ...(before && back && { adiado: back }),
        ...(ctx.macroUse && { macro: ctx.macroUse }),
        // The letters of the job are written from its entries.
        ...(ctx.jobId && { lote: ctx.jobId, ...(colleague && { retiradoDe: colleague.id }) }),
      },
      createdAt: now,
    })
    .returning({ id: ticketEvents.id });
  if (!written) throw new Error('the entry of the timeline was not written');
  if (takesBack !== undefined)
    await tx
      .update(ticketEvents)
      .set({ data: sql`${ticketEvents.data} || '{"desfeito": true}'` })
      .where(inArray(ticketEvents.id, [...takesBack]));
  await queueNews(tx, {
    eventId: written.id,
    ticketId: ticket.id,
    type: event.type,
    internal: event.internal ?? false,
    at: now,
  });
  await writeCustomerLog(tx, ctx, changed, event.type);
  const difference = ticketFacts.difference(ticket, changed);
  const was = {
    ...difference.before,
    ...(back && { adiadoAte: back.until.toISOString() }),
    ...entry.before,
  };
  const after = { ...difference.after, ...entry.after };
  await audit(tx, ctx, {
    action: entry.action,
    entity: 'tickets',
    entityId: ticket.id,
    internal: reach !== 'EVERYBODY',
    ...(Object.keys(was).length > 0 && { before: was }),
    ...(Object.keys(after).length > 0 && { after }),
  });
  await publishTicket(tx, {
    ticket: changed,
    type: event.type,
    internal: event.internal ?? false,
    noticed: reach === 'EVERYBODY',
    by: ctx.user,
    at: now,
  });
  if (!isTakenBack && !ctx.followersLater) await tellFollowers(tx, ctx, changed, event.type);
  if (colleague) await tellColleague(tx, ctx, changed, colleague, isTakenBack);
  return changed;
}

/** Every write passes here, so an answer or work brings a ticket back that was put off, by whatever door it came. */
async function backFromSnooze(
  tx: Tx,
  ctx: ChangingTicket,
  before: TicketRecord,
  after: TicketRecord,
  type: TimelineType,
): Promise<Snooze | null> {
  const waking = wakingOf({ type, byOutside: isOutside(ctx.user), before, after });
  const ended = waking && (await endSnooze(tx, after.id));
  if (ended && waking === 'RESPOSTA') await tellBack(tx, ctx, after, ended, 'VOLTOU_RESPOSTA');
  return ended;
}

/**
 * Writes columns of a locked ticket ahead of the change that belongs to them, for what is read in between. That change still has the
 * ticket as it was locked, and so tells the log and the audit of these columns too.
 */
export async function setOnTicket(
  tx: Tx,
  { id }: TicketRecord,
  set: NonNullable<TicketChange['set']>,
): Promise<void> {
  if (Object.keys(set).length > 0) await tx.update(tickets).set(set).where(eq(tickets.id, id));
}

/**
 * Who notices a write: everybody; only the company, if it changes nothing that others read; or nobody by the version, for a
 * private note, which is an entry beside the ticket.
 */
type Reach = 'EVERYBODY' | 'COMPANY' | 'BESIDE';

/**
 * The columns that may change without anybody outside the company noticing: who works on the ticket, how soon, and the values of
 * extra fields, whose entry is internal only if every changed one is private.
 */
const COMPANY_COLUMNS: ReadonlySet<string> = new Set(['operatorId', 'sectorId', 'priority', 'extraFields']);

function reachOf(
  ticket: TicketRecord,
  set: NonNullable<TicketChange['set']>,
  { type, internal = false }: TicketChange['event'],
): Reach {
  if (!internal) return 'EVERYBODY';
  const changed = Object.entries(set).flatMap(([column, value]) =>
    value === undefined || isSame(value, ticket[column as keyof TicketRecord]) ? [] : [column],
  );
  if (type === 'MENSAGEM' && changed.length === 0) return 'BESIDE';
  return changed.every((column) => COMPANY_COLUMNS.has(column)) ? 'COMPANY' : 'EVERYBODY';
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The version and moments of the ticket after a write. */
function movementOf({ version, internalVersions }: TicketRecord, reach: Reach, now: Date) {
  if (reach === 'BESIDE') return { internalAt: now };
  if (reach === 'COMPANY')
    return { internalAt: now, version: version + 1, internalVersions: internalVersions + 1 };
  return { updatedAt: now, version: version + 1 };
}

/** The ticket events that appear in the customer's activity log; the opening is logged where it is written. */
const LOGGED: Partial<Record<TimelineType, string>> = {
  DIVIDIDO_DE: 'aberto',
  FINALIZACAO: 'finalizado',
  CANCELAMENTO: 'cancelado',
  REABERTURA: 'reaberto',
};

async function writeCustomerLog(tx: Tx, ctx: ChangingTicket, ticket: TicketRecord, type: TimelineType) {
  const what = LOGGED[type];
  if (!what) return;
  await logCustomer(tx, ctx, {
    customerId: ticket.customerId,
    type: 'TICKET',
    itemId: ticket.id,
    text: `Ticket ${ticket.id} ${what}${ticket.subject && `: ${ticket.subject}`}`,
  });
}

/** What the audit shows of the ticket's own row. */
const ticketFacts = rowFacts(tickets, {
  words: {
    typeId: 'idTipo',
    status: 'status',
    priority: 'prioridade',
    archived: 'arquivado',
    mergedIntoId: 'juntadoAo',
    customerId: 'cliente',
    branchId: 'filial',
    representativeId: 'representante',
    regionId: 'regiao',
    sectorId: 'setor',
    operatorId: 'operador',
    origin: 'origem',
    subject: 'assunto',
    reasons: 'motivos',
    finalConsumer: 'consumidorFinal',
    carrierId: 'transportadora',
    extension: 'prorrogacao',
    flowKey: 'fluxo',
    flowVersion: 'versaoFluxo',
    stepKey: 'etapa',
    dueAt: 'prazo',
    result: 'resultado',
    finalReason: 'motivoFinalizacao',
  },
  leftOut: [
    // Recorded by the audit entry of the creation.
    'creatorId',
    // The subject in searchable form, and the first of the reasons.
    'foldedSubject',
    'reasonId',
    // Messages are in the conversation, which has its own access rules.
    'message',
    // The same as the time of the audit entry.
    'stepEnteredAt',
    'finishedAt',
    // The paused clock; `dueAt` shows the result.
    'dueMinutesLeft',
    // The step's own limit, which its flow tells.
    'dueMinutes',
    // Audited field by field where they are written.
    'extraFields',
    // Audited by the erasure or the retention rule that sets it.
    'personalGoneAt',
    // Follow the lines, whose changes are audited.
    'quantity',
    'worth',
    // The time of an internal audit entry, and how many of them there were.
    'internalAt',
    'internalVersions',
  ],
});

/** The sector that works on a step; `null` if the flow names one that does not exist. */
export async function sectorOfStep(db: Executor, { setor }: FlowStep): Promise<number | null> {
  const [row] = await db.select({ id: sectors.id }).from(sectors).where(eq(sectors.key, setor));
  return row?.id ?? null;
}

/**
 * The due clock after a move. Asking the customer for something (a detour to a step without its own time limit) pauses the
 * clock of the step that asked, and returning resumes it; any other step starts its own.
 */
export function clockAfterMove(
  flow: Flow,
  { from, to, clock }: { from: FlowStep; to: FlowStep; clock: DueClock },
  calendar: WorkCalendar,
  now: Date,
): DueClock {
  if (isPausingDetour(flow, from, to)) return pausedDue(clock, calendar, now);
  if (isPausingDetour(flow, to, from) && hasClock(clock)) return resumedDue(clock, calendar, now);
  return enteredDue(to, calendar, now);
}

const isPausingDetour = (flow: Flow, from: FlowStep, to: FlowStep): boolean =>
  pausesDue(to.status_ao_entrar) &&
  to.prazo_horas_uteis === null &&
  flow.transicoes.some(
    (transition) =>
      transition.de === from.chave && transition.para === to.chave && isDetour(flow, transition),
  );

const hasClock = ({ dueAt, dueMinutesLeft }: DueClock): boolean => dueAt !== null || dueMinutesLeft !== null;

/** The columns of the due clock: running until an instant, paused with minutes left, or none. */
export type DueClock = Pick<TicketRecord, 'dueAt' | 'dueMinutes' | 'dueMinutesLeft'>;

export const NO_CLOCK: DueClock = { dueAt: null, dueMinutes: null, dueMinutesLeft: null };

/** The clock of a step on entering it. */
export function enteredDue(
  {
    prazo_horas_uteis: hours,
    status_ao_entrar: status,
  }: Pick<FlowStep, 'prazo_horas_uteis' | 'status_ao_entrar'>,
  calendar: WorkCalendar,
  now: Date,
): DueClock {
  if (hours === null) return NO_CLOCK;
  const dueMinutes = hours * 60;
  if (pausesDue(status)) return { dueAt: null, dueMinutes, dueMinutesLeft: dueMinutes };
  return { dueAt: addWorkingMinutes(now, dueMinutes, calendar), dueMinutes, dueMinutesLeft: null };
}

/**
 * Pauses the clock while waiting for the customer: a started minute counts as left, and an overdue clock has none. A clock
 * that is paused or has no limit stays unchanged.
 */
export function pausedDue(clock: DueClock, calendar: WorkCalendar, now: Date): DueClock {
  const { dueAt, dueMinutes, dueMinutesLeft } = clock;
  if (!dueAt) return { dueAt, dueMinutes, dueMinutesLeft };
  return { dueAt: null, dueMinutes, dueMinutesLeft: Math.ceil(workingMinutesBetween(now, dueAt, calendar)) };
}

/** Resumes the clock with the remaining time. A clock that is running or has no limit stays unchanged. */
export function resumedDue(clock: DueClock, calendar: WorkCalendar, now: Date): DueClock {
  const { dueAt, dueMinutes, dueMinutesLeft } = clock;
  if (dueMinutesLeft === null) return { dueAt, dueMinutes, dueMinutesLeft };
  return { dueAt: addWorkingMinutes(now, dueMinutesLeft, calendar), dueMinutes, dueMinutesLeft: null };
}
