import { and, desc, eq, inArray } from 'drizzle-orm';
import { allows } from '../../../../contract/permissions.ts';
import type { OrderHit } from '../../../../contract/sac/search.ts';
import type { Context } from '../../../context.ts';
import { customers, orders } from '../../../db/tables/index.ts';
import { orderScope } from '../../../session/scope.ts';

const MOST_ID = 2147483647;

/** The quote or order of a number, for the search everywhere. */
export async function orderHits(
  q: string,
  take: number,
  { db, user }: Pick<Context, 'db' | 'user'>,
): Promise<OrderHit[]> {
  const term = q.trim().replace(/^#/, '');
  if (!/^\d{1,10}$/.test(term) || Number(term) > MOST_ID) return [];
  const stages = (['ORCAMENTO', 'PEDIDO'] as const).filter((stage) => allows(user.grants, stage));
  if (stages.length === 0) return [];
  const rows = await db
    .select({
      id: orders.id,
      stage: orders.stage,
      st: orders.status,
      total: orders.total,
      fant: customers.tradeName,
      razSoc: customers.legalName,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(and(eq(orders.id, Number(term)), inArray(orders.stage, stages), orderScope(user)))
    .orderBy(desc(orders.id))
    .limit(take);
  return rows.map(({ id, stage, st, total, fant, razSoc }) => ({
    id,
    tipo: stage,
    st,
    vlTot: total,
    cliente: fant || razSoc,
  }));
}
