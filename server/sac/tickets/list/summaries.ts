import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { ticketPriority } from '#contract/catalogs/ticketPriority.ts';
import { type TicketStatus, ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import type { Output } from '#contract/route.ts';
import type { TicketRow, ticketRoutes } from '#contract/sac/tickets.ts';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/client.ts';
import { dueOrNever, people, tickets } from '#server/db/tables/index.ts';
import { inTime } from '#server/paging/inTime.ts';
import { COUNT_CAP } from '#server/paging/paging.ts';
import { ticketScope } from '#server/session/scope.ts';
import { notSnoozed } from '../snooze/endSnooze.ts';
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
  const totals = where
    ? await inTime(ctx.db, filters.condicao, (db) => countByStatus(db, where))
    : new Map<string, number>();
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

const OPEN = ticketStatus.flatMap(({ value, closed }) => (closed ? [] : [value]));
/** What does not wait for somebody else, about which nothing can be done now. */
const WORKABLE: TicketStatus[] = ['ABERTO', 'EM_ATENDIMENTO'];

/**
 * The most urgent open tickets: what is late before what is not, then by priority and due time. What is put off is left out, and FILA
 * also leaves out what waits for somebody else.
 */
export async function urgentTickets(ctx: Context, whose: Whose, most: number): Promise<TicketRow[]> {
  const now = sql`${ctx.now().toISOString()}::timestamptz`;
  const ids = await firstDue(ctx, whose, sql`${due} < ${now}`, most);
  if (ids.length < most) ids.push(...(await firstDue(ctx, whose, sql`${due} >= ${now}`, most - ids.length)));
  return ticketRows(ctx, ids);
}

const due = dueOrNever(tickets.dueAt);

/**
 * By priority, then by due time. Each priority and status is walked by itself, only as far as is asked for: the order of all of
 * them is in no index, and sorting every open ticket of a company takes long.
 */
async function firstDue({ db, user }: Context, whose: Whose, when: SQL, most: number): Promise<number[]> {
  const statuses = whose === 'FILA' ? WORKABLE : OPEN;
  const found = ticketPriority.flatMap(({ value }, rank) =>
    ownersOf(whose, user.id).map(
      (owner) => sql`
        select first.* from unnest(${sql.param(statuses)}::text[]) as open (status)
        cross join lateral (
          select ${tickets.id} as id, ${rank}::int as rank, ${due} as due
          from ${tickets}
          where ${and(
            sql`not ${tickets.archived} and ${tickets.status} = open.status`,
            ...[eq(tickets.priority, value), when, owner, ticketScope(user), notSnoozed],
          )}
          order by ${due}, ${tickets.id}
          limit ${most}
        ) as first`,
    ),
  );
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from (${sql.join(found, sql` union all `)}) as found order by rank, due, id limit ${most}`,
  );
  return rows.map(({ id }) => id);
}

/** Conditions that exclude one another, each of which an index answers. */
function ownersOf(whose: Whose, userId: number): (SQL | undefined)[] {
  const mine = eq(tickets.operatorId, userId);
  if (whose === 'MEUS') return [mine];
  const free = isNull(tickets.operatorId);
  if (whose === 'SEM_OPERADOR') return [free];
  const sector = sql`${tickets.sectorId} = (select ${people.sectorId} from ${people} where ${people.id} = ${userId})`;
  return [mine, and(free, sector)];
}
