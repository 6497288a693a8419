import { and, eq } from 'drizzle-orm';
import type { ListSums } from '#contract/listSums.ts';
import type { Context } from '#server/context.ts';
import { orders } from '#server/db/tables/index.ts';
import { inTime } from '#server/paging/inTime.ts';
import { sumsOf } from '#server/paging/listSums.ts';
import { zoneOf } from '#server/session/zoneOf.ts';
import { type OrderFilters, orderCondition } from './orderCondition.ts';
import { orderGroupings, orderSums } from './orderGroupings.ts';

/** Sums and groups of the quotes or orders that the filters find; `mine` only of the person's own. */
export async function orderListSums(
  ctx: Context,
  stage: 'ORCAMENTO' | 'PEDIDO',
  { agrupar_por, ...filters }: OrderFilters & { agrupar_por?: string },
  { mine = false } = {},
): Promise<ListSums> {
  const zone = await zoneOf(ctx.db, ctx.user);
  const [condition, groupings] = await Promise.all([
    orderCondition(ctx, zone, stage, filters),
    orderGroupings(ctx, zone),
  ]);
  const where = and(condition, mine ? eq(orders.sellerId, ctx.user.id) : undefined);
  return inTime(ctx.db, filters.condicao, (db) =>
    sumsOf(
      db,
      { table: orders, where, sums: orderSums, groupings },
      { agrupar_por, no_grupo: filters.no_grupo },
    ),
  );
}
