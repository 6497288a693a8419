import { eq } from 'drizzle-orm';
import { branchListChannel, listChannel, PICKUPS_CHANGED } from '../../../contract/realtime.ts';
import type { Tx } from '../../db/client.ts';
import { pickupTickets, tickets } from '../../db/tables/index.ts';
import { publish } from '../../realtime/publish.ts';

/** A pickup was written: tells the lists of every branch whose tickets it holds, or held. */
export async function publishPickup(tx: Tx, pickupId: number, at: Date): Promise<void> {
  const branches = await tx
    .selectDistinct({ id: tickets.branchId })
    .from(pickupTickets)
    .innerJoin(tickets, eq(tickets.id, pickupTickets.ticketId))
    .where(eq(pickupTickets.pickupId, pickupId));
  await publish(tx, {
    channels: [listChannel('coletas'), ...branches.map(({ id }) => branchListChannel('coletas', id))],
    event: PICKUPS_CHANGED,
    data: {},
    at,
  });
}
