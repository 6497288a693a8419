import { sql } from 'drizzle-orm';
import type { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import type { Input, Output } from '#contract/route.ts';
import type { Context } from '../../context.ts';
import { agendas, orders } from '../../db/tables/index.ts';
import { inTime } from '../../paging/inTime.ts';
import { type SummedColumn, sumsOf } from '../../paging/listSums.ts';
import { agendaGroupings } from './agendaGroupings.ts';
import { agendaCondition } from './queries.ts';

type Sums = typeof agendaRoutes.sums;

/** The total of the quote or order that an agenda is about, as its row shows it. */
const SUMS: readonly SummedColumn[] = [
  {
    id: 'pedido',
    format: 'DINHEIRO',
    value: sql`(select ${orders.total} from ${orders} where ${orders.id} = ${agendas.orderId})`,
  },
];

/** Sums and groups of the agendas that the filters find. */
export async function agendaSums(
  { query: { agrupar_por, ...filters } }: Input<Sums>,
  ctx: Context,
): Promise<Output<Sums>> {
  const [where, groupings] = await Promise.all([agendaCondition(ctx, filters), agendaGroupings(ctx)]);
  return inTime(ctx.db, filters.condicao, (db) =>
    sumsOf(db, { table: agendas, where, sums: SUMS, groupings }, { agrupar_por, no_grupo: filters.no_grupo }),
  );
}
