import { and, type SQL, sql } from 'drizzle-orm';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import type { Output } from '#contract/route.ts';
import { type TicketRow, ticketRoutes } from '#contract/sac/tickets.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { tickets } from '../../db/tables/index.ts';
import { implement } from '../../implement.ts';
import { COUNT_CAP } from '../../paging/paging.ts';
import { ticketScope } from '../../session/scope.ts';
import { createTicket } from './create/createTicket.ts';
import { oneTicket } from './detail/oneTicket.ts';
import { listCondition, type TicketFilters } from './list/listCondition.ts';
import { listTickets, orderOf, readPage } from './list/listTickets.ts';
import { ticketRows } from './ticketRows.ts';

export const ticketImplementation = implement(ticketRoutes, {
  list: ({ query }, ctx) => listTickets(query, ctx),
  create: createTicket,
  search: ({ body }, ctx) => listTickets(body, ctx),
  recent: (_, ctx) => recentTickets(ctx),
  totals: ({ query }, ctx) => ticketTotals(query, ctx),
  get: async ({ params }, ctx) => ({ data: await oneTicket(params.idTicket, ctx) }),
});

const MAX_SHOWN = 10;

/** The most recently changed tickets that the person may see, in the list's order of movements. */
async function recentTickets(ctx: Context): Promise<TicketRow[]> {
  const condition = and(sql`not ${tickets.archived}`, ticketScope(ctx.user)) ?? sql`true`;
  const { rows } = await readPage(
    ctx.db,
    { condition, ...orderOf(ctx.user, { orderBy: 'dtMovimentacao' }) },
    { offset: 0 },
    MAX_SHOWN,
  );
  return ticketRows(
    ctx,
    rows.map(({ id }) => id),
  );
}

/** How many tickets the list would show for each status, with all its filters except the status. */
async function ticketTotals(
  { status: _, ...filters }: TicketFilters,
  ctx: Context,
): Promise<Output<typeof ticketRoutes.totals>> {
  const { where, cut } = await listCondition(ctx, filters);
  const totals = where ? await countByStatus(ctx.db, where) : new Map<string, number>();
  return ticketStatus.map(({ value, label }) => ({
    status: value,
    descricao: label,
    total: totals.get(value) ?? 0,
    ...(cut && { mais: true }),
  }));
}

/** Counts each status separately, up to the cap. */
async function countByStatus(db: Executor, condition: SQL): Promise<Map<string, number>> {
  const values = ticketStatus.map(({ value }) => value);
  const { rows } = await db.execute<{ status: string; total: number }>(sql`
    select wanted.status, counted.total
    from unnest(${sql.param(values)}::text[]) as wanted (status)
    cross join lateral (
      select count(*)::int as total
      from (
        select 1 from ${tickets}
        where ${condition} and ${tickets.status} = wanted.status
        limit ${COUNT_CAP}
      ) as capped
    ) as counted`);
  return new Map(rows.map(({ status, total }) => [status, total]));
}
