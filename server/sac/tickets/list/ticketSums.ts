import type { Input, Output } from '#contract/route.ts';
import type { ticketRoutes } from '#contract/sac/tickets.ts';
import { fieldSums } from '#server/config/fields/queries.ts';
import type { Context } from '#server/context.ts';
import { tickets } from '#server/db/tables/index.ts';
import { inTime } from '#server/paging/inTime.ts';
import { sumsOf } from '#server/paging/listSums.ts';
import { wholeCondition } from './listCondition.ts';
import { ticketGroupings } from './ticketGroupings.ts';

type Sums = typeof ticketRoutes.sums;

/** Sums and groups of the ticket list; of words that only the newest tickets are found by, nothing is summed. */
export async function ticketSums(
  { query: { agrupar_por, ...filters } }: Input<Sums>,
  ctx: Context,
): Promise<Output<Sums>> {
  const [where, sums, groupings] = await Promise.all([
    wholeCondition(ctx, filters),
    fieldSums(ctx, 'ticket'),
    ticketGroupings(ctx),
  ]);
  return inTime(ctx.db, filters.condicao, (db) =>
    sumsOf(db, { table: tickets, where, sums, groupings }, { agrupar_por, no_grupo: filters.no_grupo }),
  );
}
