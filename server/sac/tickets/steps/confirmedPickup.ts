import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { pickups, pickupTickets } from '../../../db/tables/index.ts';
import { refused } from '../../../errors.ts';
import type { StepEffect, StepWork } from './applyStepData.ts';

/** The guard of COLETA: somebody is on the way, and it is known who (DOMAIN.md section 3). */
export async function requireConfirmedPickup(tx: Tx, { ticket }: StepWork): Promise<StepEffect> {
  const [pickup] = await tx
    .select({ id: pickups.id, status: pickups.status })
    .from(pickupTickets)
    .innerJoin(pickups, eq(pickups.id, pickupTickets.pickupId))
    .where(and(eq(pickupTickets.ticketId, ticket.id), eq(pickupTickets.active, true)));
  if (!pickup) throw refused('SEM_COLETA', 'Falta a coleta: gere uma coleta com este ticket e confirme-a.');
  if (pickup.status !== 'CONFIRMADA')
    throw refused('COLETA_NAO_CONFIRMADA', `Falta confirmar a coleta ${pickup.id}.`);
  return { set: {}, note: `Coleta ${pickup.id} confirmada.`, after: { coleta: pickup.id } };
}
