import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { ticketPriority } from '#contract/catalogs/ticketPriority.ts';
import type { TimelineType } from '#contract/catalogs/timelineType.ts';
import { allows, type Permission } from '#contract/permissions.ts';
import { LATE_UNDO, mayBeUndone } from '#contract/rules/undo.ts';
import { ticketMoveRoutes } from '#contract/sac/tickets/ticketMoves.ts';
import { noticeText } from '#contract/words/notices.ts';
import { withdrawMail } from '#server/adapters/mail/outbox.ts';
import type { Context } from '#server/context.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import { sectors, ticketEvents } from '#server/db/tables/index.ts';
import { forbidden, refused } from '#server/errors.ts';
import { command } from '#server/writing/command.ts';
import { noticeTo } from '#server/writing/noticeTo.ts';
import { attendantName } from './assign.ts';
import { renewLettersOf } from './bulk/lettersOfJob.ts';
import { changeTicket } from './change/changeTicket.ts';
import { lockTicket, NOT_BESIDE, stepOf, type TicketRecord } from './change/lockTicket.ts';
import { actOf, keptBefore, type StateBefore, undoableEntry } from './change/undoable.ts';
import { moved, sentences } from './moves/openWork.ts';
import { keptSnooze, onClock, restoreSnooze, type Snooze } from './snooze/endSnooze.ts';

interface Undoing {
  /** The version that the act left; with it, a change in between is told like any other conflict. */
  versao?: number | undefined;
  /** The job whose act on this ticket is taken back. */
  job?: string | undefined;
}

/**
 * Takes back the last thing that happened to a ticket, if the person did it themselves just now and nothing happened since: one change,
 * or those of one use of a macro. It is an entry of its own, and letters that have not left are withdrawn.
 */
export async function undoTicket(
  tx: Tx,
  ctx: Context,
  id: number,
  { versao, job }: Undoing,
): Promise<TicketRecord> {
  const ticket = await lockTicket(tx, ctx.user, id, { versao, archivedToo: true });
  const last = await lastEntry(tx, id);
  const back = last && (await wayBack(tx, ctx, id, last));
  if (!last || !back || last.personId !== ctx.user.id || (job && !isOfJob(last, job)))
    throw refused('NADA_A_DESFAZER', 'O ticket mudou depois disso, e por isso fica como está.');
  for (const permission of back.permissions)
    if (!allows(ctx.user.grants, permission)) throw forbidden(permission);
  if (!mayBeUndone(last.createdAt, ctx.now())) throw refused('TARDE_PARA_DESFAZER', LATE_UNDO);
  const { before, snooze } = back;
  const changed = await changeTicket(tx, ctx, ticket, {
    set: before,
    event: { type: back.undone, note: await noteOf(tx, ticket, before, snooze), internal: true },
    audit: { action: 'DESFAZER', ...(snooze && { after: { adiadoAte: snooze.until.toISOString() } }) },
    takesBack: back.entries,
  });
  // That write would have brought it back once more.
  if (snooze) await restoreSnooze(tx, snooze);
  // Each change of a macro has its own letters, by the version that it left.
  for (let undone = 0; undone < back.changes; undone += 1)
    await withdrawMail(tx, actOf({ id, version: ticket.version - undone }), ctx.now());
  if (job) return changed;
  // The letter of a bulk act names the ticket among others.
  if (typeof last.data.lote === 'string') await renewLettersOf(tx, ctx, last.data.lote, ctx.user.id);
  await tellReturned(tx, ctx, ticket, before);
  return changed;
}

type Entry = typeof ticketEvents.$inferSelect;

/** What the entries of one use of a macro have in common: the request, or the job, that used it on the ticket. */
export const macroUseOf = (by: string, ticketId: number): string => `macro ${by} ${ticketId}`;

/** The commands of a macro write as on one ticket also in a job, which is then told from its use. */
const isOfJob = ({ ticketId, data }: Entry, job: string): boolean =>
  data.lote === job || data.macro === macroUseOf(job, ticketId);

interface WayBack {
  /** What the ticket was before all of it. */
  before: StateBefore;
  /** What it was put off for, where the changes ended that. */
  snooze: Snooze | null;
  /** The entries that are taken back. */
  entries: readonly number[];
  /** How many versions the ticket has moved on since. */
  changes: number;
  permissions: readonly Permission[];
  undone: TimelineType;
}

/** What a macro may have written besides: it changes nothing of the ticket, and stays. */
const STAYING: ReadonlySet<string> = new Set(['PESQUISA', 'EMAIL']);

/** How the last change is taken back, together with the others of the macro that it belongs to; `null` where that is not possible. */
async function wayBack(
  tx: Executor,
  { now }: Pick<Context, 'now'>,
  ticketId: number,
  last: Entry,
): Promise<WayBack | null> {
  const written =
    typeof last.data.macro === 'string' ? await entriesOfMacro(tx, ticketId, last.data.macro) : [last];
  const found = written.flatMap(({ id, type, data }) => {
    const entry = undoableEntry(type);
    const before = keptBefore(data);
    return entry && before ? [{ id, ...entry, before, snooze: keptSnooze(data, now()) }] : [];
  });
  const [first] = found;
  if (!first || written.some(({ id, type }) => !STAYING.has(type) && !found.some((one) => one.id === id)))
    return null;
  // The earliest knows how a column was before all of it.
  const before: StateBefore = Object.assign({}, ...found.map((one) => one.before).reverse());
  return {
    before,
    snooze: found.find(({ snooze }) => snooze)?.snooze ?? null,
    entries: found.map(({ id }) => id),
    changes: written.length,
    permissions: found.map(({ permission }) => permission),
    undone: found.find(({ undone }) => undone === 'ATRIBUICAO')?.undone ?? first.undone,
  };
}

/** Whether what the person has just changed of a ticket by a use of a macro can be taken back; not if the use changed nothing. */
export async function hasWayBack(
  tx: Executor,
  ctx: Pick<Context, 'user' | 'now'>,
  { id }: Pick<TicketRecord, 'id'>,
  macroUse: string,
): Promise<boolean> {
  const { user } = ctx;
  const last = await lastEntry(tx, id);
  const back = last?.data.macro === macroUse ? await wayBack(tx, ctx, id, last) : null;
  return back?.permissions.every((permission) => allows(user.grants, permission)) === true;
}

const entriesOfMacro = (tx: Executor, ticketId: number, use: string): Promise<Entry[]> =>
  tx
    .select()
    .from(ticketEvents)
    .where(
      and(eq(ticketEvents.ticketId, ticketId), NOT_BESIDE, sql`${ticketEvents.data} ->> 'macro' = ${use}`),
    )
    .orderBy(asc(ticketEvents.createdAt), asc(ticketEvents.id));

/** The last entry that the version counts. */
async function lastEntry(tx: Executor, ticketId: number): Promise<Entry | undefined> {
  const [last] = await tx
    .select()
    .from(ticketEvents)
    .where(and(eq(ticketEvents.ticketId, ticketId), NOT_BESIDE))
    .orderBy(desc(ticketEvents.createdAt), desc(ticketEvents.id))
    .limit(1);
  return last;
}

/** What comes back. Throws 422 if the person of before may no longer have the ticket. */
async function noteOf(
  tx: Tx,
  ticket: TicketRecord,
  before: StateBefore,
  snooze: Snooze | null,
): Promise<string> {
  const { operatorId, sectorId, priority, dueAt } = before;
  const parts: string[] = [];
  if (sectorId !== undefined) parts.push(`Setor: ${(await sectorName(tx, sectorId)) ?? 'nenhum'}`);
  if (operatorId !== undefined)
    parts.push(`Operador: ${operatorId === null ? 'ninguém' : await attendantName(tx, operatorId, ticket)}`);
  if (priority) parts.push(`Prioridade: ${rowOf(ticketPriority, priority).label.toLowerCase()}`);
  if (dueAt !== undefined)
    parts.push(`Prazo: ${dueAt ? await onClock(tx, ticket.branchId, dueAt) : 'nenhum'}`);
  if (snooze) parts.push(`Adiado até ${await onClock(tx, ticket.branchId, snooze.until)}`);
  return sentences('Desfeito', ...parts);
}

async function sectorName(tx: Tx, id: number | null): Promise<string | undefined> {
  if (id === null) return undefined;
  const [sector] = await tx.select({ name: sectors.name }).from(sectors).where(eq(sectors.id, id));
  return sector?.name;
}

/** A colleague who was told that the ticket is gone is told that it is back. */
async function tellReturned(tx: Tx, ctx: Context, { id }: TicketRecord, { operatorId }: StateBefore) {
  if (!operatorId || operatorId === ctx.user.id) return;
  await noticeTo(tx, ctx, [operatorId], {
    titulo: noticeText('DEVOLVIDO', { ticket: id }),
    texto: noticeText('DEVOLVIDO_POR', { pessoa: ctx.user.name }),
    link: `/tickets/${id}`,
  });
}

export const undo = command(ticketMoveRoutes.undo, async (tx, ctx, { params, body }) => {
  const changed = await undoTicket(tx, ctx, params.idTicket, body);
  return moved(ctx, changed, await stepOf(tx, changed), 'Desfeito.');
});
