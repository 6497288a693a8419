import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { amongIds } from '../../db/conditions.ts';
import { customerGroupMembers, customerGroups } from '../../db/tables/index.ts';

/** The groups of these customers, locked until the transaction ends, in the order of their numbers. */
export async function lockGroupsOf(tx: Tx, customerIds: readonly number[]): Promise<number[]> {
  if (customerIds.length === 0) return [];
  const rows = await tx
    .select({ id: customerGroups.id })
    .from(customerGroups)
    .where(
      sql`${customerGroups.id} in (select ${customerGroupMembers.groupId} from ${customerGroupMembers}
        where ${amongIds(customerGroupMembers.customerId, customerIds)})`,
    )
    .orderBy(customerGroups.id)
    .for('update');
  return rows.map(({ id }) => id);
}

/** Of one who is left alone there is no group: ends those of these locked groups that have fewer than two members. */
export async function endLoneGroups(tx: Tx, groupIds: readonly number[]): Promise<void> {
  if (groupIds.length === 0) return;
  const lone = await tx
    .select({ id: customerGroups.id })
    .from(customerGroups)
    .where(
      sql`${amongIds(customerGroups.id, groupIds)} and (select count(*) from ${customerGroupMembers}
        where ${customerGroupMembers.groupId} = ${customerGroups.id}) < 2`,
    );
  for (const { id } of lone) await endGroup(tx, id);
}

/** Ends a locked group and says who stood in it. Nothing is kept of it here: nobody could see its name any more, nor erase it. */
export async function endGroup(tx: Tx, id: number): Promise<{ id: number }[]> {
  const left = await tx
    .delete(customerGroupMembers)
    .where(eq(customerGroupMembers.groupId, id))
    .returning({ id: customerGroupMembers.customerId });
  await tx.delete(customerGroups).where(eq(customerGroups.id, id));
  return left;
}
