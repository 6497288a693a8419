import { and, asc, eq, inArray } from 'drizzle-orm';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { branches, customerBranches } from '../../db/tables/index.ts';
import { branchScope } from '../../session/scope.ts';

export interface Branch {
  id: number;
  zone: string;
}

/** The branches that serve each customer, of those that the person sees. */
export async function branchesOf(
  db: Executor,
  user: User,
  customerIds: number[],
): Promise<Map<number, Branch[]>> {
  const found = new Map<number, Branch[]>();
  if (customerIds.length === 0) return found;
  const rows = await db
    .select({ customerId: customerBranches.customerId, id: branches.id, zone: branches.timeZone })
    .from(customerBranches)
    .innerJoin(branches, eq(branches.id, customerBranches.branchId))
    .where(and(inArray(customerBranches.customerId, customerIds), branchScope(user)))
    .orderBy(asc(branches.id));
  for (const { customerId, id, zone } of rows) {
    const list = found.get(customerId) ?? [];
    found.set(customerId, [...list, { id, zone }]);
  }
  return found;
}
