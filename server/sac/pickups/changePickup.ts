import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Input, Output } from '#contract/route.ts';
import type { pickupRoutes } from '#contract/sac/pickups.ts';
import type { Context, User } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { pickups, pickupTickets, tickets } from '../../db/tables/index.ts';
import { invalid, notFound, refused } from '../../errors.ts';
import { audit, auditedRow } from '../../writing/audit.ts';
import { withIdempotency } from '../../writing/idempotency.ts';
import { requireVersion } from '../../writing/requireVersion.ts';
import { changeTicket, lockTicket, type TicketRecord } from '../tickets/commands.ts';
import { stepOf } from '../tickets/queries.ts';
import { type PickupRecord, pickupScope, publishPickup } from './rows.ts';
import { onDay, requireGoodDay } from './rules.ts';

type Answer = Output<typeof pickupRoutes.cancel>;

/** Changes the date or note. A new date is recorded on each ticket that is still waiting. */
export function schedulePickup(
  { params, body }: Input<typeof pickupRoutes.update>,
  ctx: Context,
): Promise<Answer> {
  return withIdempotency(ctx, 'pickups.update', { params, body }, async (tx) => {
    const locked = await lockWhole(tx, ctx, params.idColeta, body.versao);
    const { pickup } = locked;
    requireUncancelled(pickup);
    const scheduledFor = body.agendadaPara === undefined ? pickup.scheduledFor : body.agendadaPara;
    const moved = scheduledFor !== pickup.scheduledFor;
    if (moved) await requireGoodDay(tx, ctx, scheduledFor);
    const waiting = await stillWaiting(tx, locked.tickets);
    if (moved && waiting.length === 0) throw alreadyCollected(pickup);
    const changed = await changePickup(
      tx,
      ctx,
      { pickup, tickets: waiting },
      {
        set: { scheduledFor, note: body.obs?.trim() ?? pickup.note },
        action: 'AGENDAR',
        ...(moved && {
          note: scheduledFor
            ? `Coleta ${pickup.id} agendada${onDay(scheduledFor)}.`
            : `Coleta ${pickup.id} ficou sem data.`,
        }),
      },
    );
    return answerOf(
      changed,
      moved && scheduledFor ? `Coleta agendada${onDay(scheduledFor)}` : 'Coleta salva',
    );
  });
}

/** Releases the tickets, which then wait for a pickup again. */
export function cancelPickup(
  { params, body }: Input<typeof pickupRoutes.cancel>,
  ctx: Context,
): Promise<Answer> {
  return withIdempotency(ctx, 'pickups.cancel', { params, body }, async (tx) => {
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
    const changed = await changePickup(tx, ctx, locked, {
      set: { status: 'CANCELADA' },
      action: 'CANCELAR',
      // Only staff see the reason (eventNote).
      note: `Coleta ${pickup.id} cancelada.`,
      data: { motivo: reason },
    });
    return answerOf(changed, 'Coleta cancelada');
  });
}

async function lockWhole(
  tx: Tx,
  { user }: Context,
  id: number,
  versao: number | undefined,
): Promise<LockedPickup> {
  await lockTickets(tx, await activeTickets(tx, [id]));
  return lockPickup(tx, user, id, versao);
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

const factsOf = auditedRow(pickups, {
  words: {
    type: 'tipo',
    carrierId: 'transportadora',
    representativeId: 'representante',
    status: 'status',
    scheduledFor: 'agendadaPara',
    note: 'obs',
    confirmedBy: 'confirmadaPor',
    confirmedAt: 'confirmadaEm',
  },
  leftOut: [
    // Recorded by the audit entry of the creation.
    'createdBy',
  ],
});

interface PickupChange {
  set: Partial<Pick<PickupRecord, 'status' | 'note' | 'scheduledFor' | 'confirmedBy' | 'confirmedAt'>>;
  /** `CONFIRMAR`, `CANCELAR`, `AGENDAR`. */
  action: string;
  /** The text for the timeline of each of its tickets; absent if the change does not concern them. */
  note?: string;
  /** Additional data for the timeline. */
  data?: Record<string, unknown>;
}

/**
 * The only way to write a locked pickup: updates its columns and version, writes an audit entry, updates its tickets, and
 * notifies open lists.
 */
export async function changePickup(
  tx: Tx,
  ctx: Context,
  { pickup, tickets }: LockedPickup,
  { set, action, note, data = {} }: PickupChange,
): Promise<PickupRecord> {
  const [changed] = await tx
    .update(pickups)
    .set({ ...set, version: pickup.version + 1, updatedAt: ctx.now() })
    .where(eq(pickups.id, pickup.id))
    .returning();
  if (!changed) throw new Error(`pickup ${pickup.id} was not locked`);
  const facts = { coleta: pickup.id, situacao: changed.status, ...data };
  if (note !== undefined)
    for (const ticket of tickets)
      await changeTicket(tx, ctx, ticket, {
        event: { type: 'COLETA', note, data: facts },
        audit: { action: `${action}_COLETA`, after: facts },
      });
  const difference = factsOf.change(pickup, changed);
  await audit(tx, ctx, {
    action,
    entity: 'pickups',
    entityId: pickup.id,
    before: difference.before,
    after: { ...difference.after, ...data },
  });
  await publishPickup(tx, pickup.id, ctx.now());
  return changed;
}

/**
 * Locks the tickets in id order, before anything else: every transaction that writes tickets and pickups locks tickets first,
 * so deadlocks cannot occur.
 */
export async function lockTickets(tx: Tx, ticketIds: readonly number[]): Promise<void> {
  if (ticketIds.length === 0) return;
  await tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(inArray(tickets.id, [...ticketIds]))
    .orderBy(asc(tickets.id))
    .for('update');
}

/** The tickets of these pickups, whoever may see them. */
export async function activeTickets(db: Executor, pickupIds: readonly number[]): Promise<number[]> {
  if (pickupIds.length === 0) return [];
  const rows = await db
    .select({ id: pickupTickets.ticketId })
    .from(pickupTickets)
    .where(and(inArray(pickupTickets.pickupId, [...pickupIds]), eq(pickupTickets.active, true)))
    .orderBy(asc(pickupTickets.ticketId));
  return rows.map(({ id }) => id);
}

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
  user: User,
  id: number,
  versao?: number | undefined,
): Promise<LockedPickup> {
  const [pickup] = await tx
    .select()
    .from(pickups)
    .where(and(eq(pickups.id, id), pickupScope(user)))
    .for('update', { of: pickups });
  if (!pickup) throw notFound();
  await requireVersion(tx, versao, {
    entity: 'pickups',
    entityId: id,
    version: pickup.version,
    name: 'esta coleta',
    state: () => ({ status: pickup.status, agendadaPara: pickup.scheduledFor, obs: pickup.note }),
  });
  const held: TicketRecord[] = [];
  for (const ticketId of await activeTickets(tx, [id])) held.push(await ownTicket(tx, user, ticketId));
  return { pickup, tickets: held };
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
