import { and, eq } from 'drizzle-orm';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { pickups, pickupTickets } from '../../db/tables/index.ts';
import { publishPickup } from './publishPickup.ts';

/**
 * Takes a ticket out of the pickup that fetches its goods, because there is nothing to fetch any more: it was
 * cancelled, went back from the step, or comes to the step anew. The caller has locked the ticket and writes its
 * timeline. A pickup that loses its last ticket is cancelled. Answers the pickup, `null` where there was none.
 */
export async function releasePickup(
  tx: Tx,
  ctx: Pick<Context, 'user' | 'ip' | 'requestId' | 'now'>,
  ticketId: number,
): Promise<number | null> {
  const [row] = await tx
    .update(pickupTickets)
    .set({ active: false })
    .where(and(eq(pickupTickets.ticketId, ticketId), eq(pickupTickets.active, true)))
    .returning({ pickupId: pickupTickets.pickupId });
  if (!row) return null;
  const [pickup] = await tx.select().from(pickups).where(eq(pickups.id, row.pickupId)).for('update');
  if (!pickup) return null;
  const left = await tx.$count(
    pickupTickets,
    and(eq(pickupTickets.pickupId, pickup.id), eq(pickupTickets.active, true)),
  );
  const status = left > 0 ? pickup.status : 'CANCELADA';
  await tx
    .update(pickups)
    .set({ status, version: pickup.version + 1, updatedAt: ctx.now() })
    .where(eq(pickups.id, pickup.id));
  await audit(tx, ctx, {
    action: 'DEVOLVER_TICKET',
    entity: 'pickups',
    entityId: pickup.id,
    before: { status: pickup.status },
    after: { status, ticket: ticketId },
  });
  await publishPickup(tx, pickup.id, ctx.now());
  return pickup.id;
}
