import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Output } from '#contract/route.ts';
import { pickupRoutes } from '#contract/sac/pickups.ts';
import type { Context, User } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { pickupTickets } from '../../db/tables/index.ts';
import { invalid, refused } from '../../errors.ts';
import { command } from '../../writing/command.ts';
import { changeTicket, lockTicket, lockTickets, type TicketRecord } from '../tickets/commands.ts';
import { stepOf } from '../tickets/queries.ts';
import { pickupRow } from './pickupRow.ts';
import { type PickupRecord, pickupScope } from './rows.ts';
import { onDay, requireGoodDay } from './rules.ts';

type Answer = Output<typeof pickupRoutes.cancel>;

/** Changes the date or note. A new date is recorded on each ticket that is still waiting. */
export const schedulePickup = command(pickupRoutes.update, async (tx, ctx, { params, body }) => {
  const locked = await lockWhole(tx, ctx, params.idColeta, body.versao);
  const { pickup } = locked;
  requireUncancelled(pickup);
  const scheduledFor = body.agendadaPara === undefined ? pickup.scheduledFor : body.agendadaPara;
  const moved = scheduledFor !== pickup.scheduledFor;
  if (moved) await requireGoodDay(tx, ctx, scheduledFor);
  const waiting = await stillWaiting(tx, locked.tickets);
  if (moved && waiting.length === 0) throw alreadyCollected(pickup);
  const day = scheduledFor ? `agendada${onDay(scheduledFor)}` : 'ficou sem data';
  const changed = await pickupRow.change(tx, ctx, pickup, {
    action: 'AGENDAR',
    body,
    set: { note: body.obs?.trim() },
    ...(moved && {
      parts: inTimelines(tx, ctx, waiting, {
        action: 'AGENDAR_COLETA',
        note: `Coleta ${pickup.id} ${day}.`,
      }),
    }),
  });
  return answerOf(changed, moved && scheduledFor ? `Coleta agendada${onDay(scheduledFor)}` : 'Coleta salva');
});

/** Releases the tickets, which then wait for a pickup again. */
export const cancelPickup = command(pickupRoutes.cancel, async (tx, ctx, { params, body }) => {
  const reason = body.motivo.trim();
  if (!reason) throw invalid({ motivo: 'Informe o motivo.' });
  const locked = await lockWhole(tx, ctx, params.idColeta, body.versao);
  const { pickup, tickets } = locked;
  requireUncancelled(pickup);
  if ((await stillWaiting(tx, tickets)).length < tickets.length) throw alreadyCollected(pickup);
  await tx
    .update(pickupTickets)
    .set({ active: false })
    .where(and(eq(pickupTickets.pickupId, pickup.id), eq(pickupTickets.active, true)));
  const changed = await pickupRow.change(tx, ctx, pickup, {
    action: 'CANCELAR',
    body,
    apart: ['motivo'],
    set: { status: 'CANCELADA' },
    facts: { after: { motivo: reason } },
    parts: inTimelines(tx, ctx, tickets, {
      action: 'CANCELAR_COLETA',
      // Only staff see the reason (eventNote).
      note: `Coleta ${pickup.id} cancelada.`,
      data: { motivo: reason },
    }),
  });
  return answerOf(changed, 'Coleta cancelada');
});

async function lockWhole(
  tx: Tx,
  ctx: Context,
  id: number,
  versao: number | undefined,
): Promise<LockedPickup> {
  await lockTicketsOf(tx, [id]);
  return lockPickup(tx, ctx, id, versao);
}

/** The tickets that are still in the step; those that have left it were collected. */
async function stillWaiting(tx: Tx, held: readonly TicketRecord[]): Promise<TicketRecord[]> {
  const waiting: TicketRecord[] = [];
  for (const ticket of held) {
    const step = await stepOf(tx, ticket);
    if (step.exigencia === 'COLETA' && !ticket.archived) waiting.push(ticket);
  }
  return waiting;
}

function requireUncancelled({ id, status }: PickupRecord): void {
  if (status === 'CANCELADA') throw refused('COLETA_CANCELADA', `A coleta ${id} já foi cancelada.`);
}

const alreadyCollected = ({ id }: PickupRecord) =>
  refused(
    'COLETA_CUMPRIDA',
    `A coleta ${id} já foi cumprida: a mercadoria de um dos seus tickets chegou. Ela não pode mais mudar.`,
  );

const answerOf = ({ id, version, status }: PickupRecord, message: string): Answer => ({
  data: { id, message, versao: version, status },
});

interface TimelineEntry {
  /** `CONFIRMAR_COLETA`: the action in the tickets' audit entries. */
  action: string;
  note: string;
  data?: Record<string, unknown>;
}

/** Enters what happened to a pickup into the timeline of each of its tickets. */
export const inTimelines =
  (tx: Tx, ctx: Context, held: readonly TicketRecord[], { action, note, data }: TimelineEntry) =>
  async ({ id, status }: PickupRecord): Promise<void> => {
    const facts = { coleta: id, situacao: status, ...data };
    for (const ticket of held)
      await changeTicket(tx, ctx, ticket, {
        event: { type: 'COLETA', note, data: facts },
        audit: { action, after: facts },
      });
  };

/** The tickets of these pickups, whoever may see them. */
async function activeTickets(db: Executor, pickupIds: readonly number[]): Promise<number[]> {
  if (pickupIds.length === 0) return [];
  const rows = await db
    .select({ id: pickupTickets.ticketId })
    .from(pickupTickets)
    .where(and(inArray(pickupTickets.pickupId, [...pickupIds]), eq(pickupTickets.active, true)))
    .orderBy(asc(pickupTickets.ticketId));
  return rows.map(({ id }) => id);
}

/**
 * Locks the tickets of these pickups. While it waits for one, that may be merged into another, which then stands in the pickup; what was
 * locked is let go again, so that all of them are locked in the order of their numbers and nobody waits for somebody who waits for us.
 */
export async function lockTicketsOf(tx: Tx, pickupIds: readonly number[]): Promise<void> {
  while (!(await areLocked(tx, pickupIds)));
}

async function areLocked(tx: Tx, pickupIds: readonly number[]): Promise<boolean> {
  try {
    await tx.transaction(async (inner) => {
      const activeIds = await activeTickets(inner, pickupIds);
      await lockTickets(inner, activeIds);
      const now = await activeTickets(inner, pickupIds);
      if (now.some((id) => !activeIds.includes(id))) throw new HeldByAnother();
    });
    return true;
  } catch (error) {
    if (error instanceof HeldByAnother) return false;
    throw error;
  }
}

/** Another ticket has come into the pickup; undoes the locks of the savepoint. */
class HeldByAnother extends Error {}

export interface LockedPickup {
  pickup: PickupRecord;
  /** The tickets that it still has to collect, locked as well. */
  tickets: TicketRecord[];
}

/**
 * A pickup and its tickets, which `lockTickets` has already locked. Throws 404 if the person may not see it and 409 for an
 * outdated version. Also refuses a pickup of which the person sees only some tickets, because it would change tickets that
 * they may not see.
 */
export async function lockPickup(
  tx: Tx,
  ctx: Context,
  id: number,
  versao?: number | undefined,
): Promise<LockedPickup> {
  const pickup = await pickupRow.lock(tx, ctx, { id, versao, where: pickupScope(ctx.user) });
  const lockedTickets: TicketRecord[] = [];
  for (const ticketId of await activeTickets(tx, [id]))
    lockedTickets.push(await ownTicket(tx, ctx.user, ticketId));
  return { pickup, tickets: lockedTickets };
}

const ownTicket = (tx: Tx, user: User, ticketId: number): Promise<TicketRecord> =>
  lockTicket(tx, user, ticketId, { archivedToo: true }).catch((error: unknown) => {
    if (error instanceof Error && 'status' in error && error.status === 404)
      throw refused(
        'FORA_DO_ALCANCE',
        'Esta coleta também busca tickets que você não vê. Peça a quem vê todos eles.',
      );
    throw error;
  });
