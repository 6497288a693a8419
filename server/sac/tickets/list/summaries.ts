import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { ticketPriority } from '#contract/catalogs/ticketPriority.ts';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import type { Output } from '#contract/route.ts';
import type { TicketRow, ticketRoutes } from '#contract/sac/tickets.ts';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/client.ts';
import { isOpen, people, tickets } from '#server/db/tables/index.ts';
import { COUNT_CAP } from '#server/paging/paging.ts';
import { ticketScope } from '#server/session/scope.ts';
import { ticketRows } from '../ticketRows.ts';
import { listCondition, type TicketFilters } from './listCondition.ts';
import { orderOf, readPage } from './listTickets.ts';

const MAX_SHOWN = 10;

/** The most recently changed tickets that the person may see, in the list's order of movements. */
export async function recentTickets(ctx: Context, most = MAX_SHOWN): Promise<TicketRow[]> {
  const condition = and(sql`not ${tickets.archived}`, ticketScope(ctx.user)) ?? sql`true`;
  const { rows } = await readPage(
    ctx.db,
    { condition, ...orderOf(ctx.user, { orderBy: 'dtMovimentacao' }) },
    { offset: 0 },
    most,
  );
  return ticketRows(
    ctx,
    rows.map(({ id }) => id),
  );
}

/** How many tickets the list would show for each status, with all its filters except the status. */
export async function ticketTotals(
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

/** Whose open tickets are asked for: the person's own, their sector's that nobody has, both, or nobody's at all. */
type Whose = 'MEUS' | 'FILA' | 'SEM_OPERADOR';

const PRIORITIES = ticketPriority.map(({ value }) => value);

/**
 * The most urgent open tickets: what is late before what is not, then by priority and due time. FILA leaves out what waits for
 * somebody else, since nothing can be done about it now.
 */
export async function urgentTickets(ctx: Context, whose: Whose, most: number): Promise<TicketRow[]> {
  const { db, user } = ctx;
  const now = sql`${ctx.now().toISOString()}::timestamptz`;
  const mine = eq(tickets.operatorId, user.id);
  const ofSector = and(
    isNull(tickets.operatorId),
    sql`${tickets.sectorId} = (select ${people.sectorId} from ${people} where ${people.id} = ${user.id})`,
  );
  const which = {
    MEUS: mine,
    FILA: and(or(mine, ofSector), inArray(tickets.status, ['ABERTO', 'EM_ATENDIMENTO'])),
    SEM_OPERADOR: isNull(tickets.operatorId),
  }[whose];
  const rows = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(isOpen(tickets), ticketScope(user), which))
    .orderBy(
      sql`(${tickets.dueAt} < ${now}) is true desc`,
      sql`array_position(${sql.param(PRIORITIES)}::text[], ${tickets.priority})`,
      sql`${tickets.dueAt} nulls last`,
      asc(tickets.id),
    )
    .limit(most);
  return ticketRows(
    ctx,
    rows.map(({ id }) => id),
  );
}
