import type { Input, Output } from '#contract/route.ts';
import type { customerRoutes } from '#contract/sac/customers.ts';
import { fieldSums } from '#server/config/fields/queries.ts';
import type { Context } from '#server/context.ts';
import { customers } from '#server/db/tables/index.ts';
import { forbidden } from '#server/errors.ts';
import { inTime } from '#server/paging/inTime.ts';
import { sumsOf } from '#server/paging/listSums.ts';
import { isConsumer } from '#server/session/scope.ts';
import { customerGroupings } from './customerGroupings.ts';
import { customerCondition } from './listCustomers.ts';

type Sums = typeof customerRoutes.sums;

/** Sums and groups of the customer list. */
export async function customerSums(
  { query: { agrupar_por, ...filters } }: Input<Sums>,
  ctx: Context,
): Promise<Output<Sums>> {
  if (isConsumer(ctx.user)) throw forbidden('SAC_CLIENTE_PESQUISAR');
  const [where, sums, groupings] = await Promise.all([
    customerCondition(ctx, filters),
    fieldSums(ctx, 'cliente'),
    customerGroupings(ctx),
  ]);
  return inTime(ctx.db, filters.condicao, (db) =>
    sumsOf(db, { table: customers, where, sums, groupings }, { agrupar_por, no_grupo: filters.no_grupo }),
  );
}
