import { inArray, sql } from 'drizzle-orm';
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
export async function endLoneGroups(tx: Tx, groupIds: readonly number[], now: Date): Promise<void> {
  if (groupIds.length === 0) return;
  const ended = await tx
    .update(customerGroups)
    .set({ endedAt: now, updatedAt: now, version: sql`${customerGroups.version} + 1` })
    .where(
      sql`${amongIds(customerGroups.id, groupIds)} and (select count(*) from ${customerGroupMembers}
        where ${customerGroupMembers.groupId} = ${customerGroups.id}) < 2`,
    )
    .returning({ id: customerGroups.id });
  if (ended.length === 0) return;
  await tx.delete(customerGroupMembers).where(
    inArray(
      customerGroupMembers.groupId,
      ended.map(({ id }) => id),
    ),
  );
}
