import { and, desc, eq } from 'drizzle-orm';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { ticketPriority } from '#contract/catalogs/ticketPriority.ts';
import { allows } from '#contract/permissions.ts';
import { LATE_UNDO, mayBeUndone } from '#contract/rules/undo.ts';
import { ticketMoveRoutes } from '#contract/sac/tickets/ticketMoves.ts';
import { noticeText } from '#contract/words/notices.ts';
import { withdrawMail } from '#server/adapters/mail/outbox.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
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
 * Takes back the last thing that happened to a ticket, if the person did it themselves just now and nothing happened since. It is
 * an entry of its own, and letters that have not left are withdrawn.
 */
export async function undoTicket(
  tx: Tx,
  ctx: Context,
  id: number,
  { versao, job }: Undoing,
): Promise<TicketRecord> {
  const ticket = await lockTicket(tx, ctx.user, id, { versao, archivedToo: true });
  const last = await lastEntry(tx, id);
  const entry = last && undoableEntry(last.type);
  const before = last && keptBefore(last.data);
  if (!last || !entry || !before || last.personId !== ctx.user.id || (job && last.data.lote !== job))
    throw refused('NADA_A_DESFAZER', 'O ticket mudou depois disso, e por isso fica como está.');
  if (!allows(ctx.user.grants, entry.permission)) throw forbidden(entry.permission);
  if (!mayBeUndone(last.createdAt, ctx.now())) throw refused('TARDE_PARA_DESFAZER', LATE_UNDO);
  const snooze = keptSnooze(last.data, ctx.now());
  const changed = await changeTicket(tx, ctx, ticket, {
    set: before,
    event: { type: entry.undone, note: await noteOf(tx, ticket, before, snooze), internal: true },
    audit: { action: 'DESFAZER', ...(snooze && { after: { adiadoAte: snooze.until.toISOString() } }) },
    takesBack: last.id,
  });
  // That write would have brought it back once more.
  if (snooze) await restoreSnooze(tx, snooze);
  await withdrawMail(tx, actOf(ticket), ctx.now());
  if (job) return changed;
  // The letter of a bulk act names the ticket among others.
  if (typeof last.data.lote === 'string') await renewLettersOf(tx, ctx, last.data.lote, ctx.user.id);
  await tellReturned(tx, ctx, ticket, before);
  return changed;
}

/** The last entry that the version counts. */
async function lastEntry(tx: Tx, ticketId: number) {
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
    parts.push(
      `Responsável: ${operatorId === null ? 'ninguém' : await attendantName(tx, operatorId, ticket)}`,
    );
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
