import { and, asc, eq, inArray } from 'drizzle-orm';
import { audit } from '../../audit.ts';
import { auditedRow } from '../../auditedRow.ts';
import type { Context, User } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { pickups, pickupTickets, tickets } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { requireVersion } from '../../requireVersion.ts';
import { changeTicket, lockTicket, type TicketRecord } from '../tickets/commands.ts';
import { type PickupRecord, pickupScope, publishPickup } from './rows.ts';

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
    // The entry of the creation names them.
    'createdBy',
  ],
});

interface PickupChange {
  set: Partial<Pick<PickupRecord, 'status' | 'note' | 'scheduledFor' | 'confirmedBy' | 'confirmedAt'>>;
  /** `CONFIRMAR`, `CANCELAR`, `AGENDAR`. */
  action: string;
  /** Said in the timeline of each of its tickets; nothing where it does not concern them. */
  note?: string;
  /** More that the timeline keeps. */
  data?: Record<string, unknown>;
}

/**
 * The one way to write a pickup that was locked: its columns, the next version, an audit entry, its tickets, and word
 * to the lists.
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
 * Locks the tickets in the order of their ids, before anything else is locked: whoever writes tickets and pickups
 * takes tickets first, so that no two wait for each other.
 */
export async function lockInOrder(tx: Tx, ticketIds: readonly number[]): Promise<void> {
  if (ticketIds.length === 0) return;
  await tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(inArray(tickets.id, [...ticketIds]))
    .orderBy(asc(tickets.id))
    .for('update');
}

/** The tickets that these pickups fetch, whoever may see them. */
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
  /** Those that it still fetches, locked too. */
  tickets: TicketRecord[];
}

/**
 * A pickup and its tickets, which `lockInOrder` locked before. Throws 404 for what the person may not see, 409 for
 * an old version, and refuses a pickup of which the person sees but a part: it would write what they may not see.
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
