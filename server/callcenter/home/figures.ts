import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { SalesFigures } from '#contract/callcenter/home.ts';
import { OPEN_QUOTES } from '#contract/catalogs/orderStatus.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../../context.ts';
import { agendas, goals, orders, priceNegotiations } from '../../db/tables/index.ts';
import { orderScope, seesOthersAgendas } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { type AgendaFilters, agendaCondition } from '../agendas/queries.ts';
import { soldInMonth, soldValue } from '../goals/queries.ts';
import { negotiationCondition } from '../negotiations/queries.ts';
import { orderCondition } from '../orders/queries.ts';

/** Counts stop here: a larger one is shown as "10.000+". */
const CAP = 10_001;
export const SOON_DAYS = 3;

/** Figures for the user's current day; a team leader sees those of the whole team. */
export async function salesFigures(ctx: Context): Promise<SalesFigures> {
  const { user, now } = ctx;
  const leads = seesOthersAgendas(user);
  const zone = await zoneOf(ctx.db, user);
  const today = localDate(now(), zone);
  const idColab = leads ? undefined : user.id;
  const ownOrders = and(orderScope(user), leads ? undefined : eq(orders.sellerId, user.id));
  // Each figure is counted with the filters of the list that it links to.
  const agendasOf = (filters: AgendaFilters) =>
    agendaCondition(ctx, { ...filters, ...(idColab !== undefined && { idColab }) }).then((condition) =>
      count(ctx, agendas, condition),
    );
  const open = await orderCondition(ctx, zone, 'ORCAMENTO', {
    st: OPEN_QUOTES,
    ...(idColab !== undefined && { idColab: [idColab] }),
  });
  const waiting = await negotiationCondition({ ...(!leads && { meus: true }) }, ctx);
  const [late, due, quotes, expiring, requested, month, goal] = await Promise.all([
    agendasOf({ situacao: ['ATRASADA'] }),
    agendasOf({ situacao: ['PENDENTE'], dtIni: today, dtFim: today }),
    count(ctx, orders, open),
    count(
      ctx,
      orders,
      and(open, gte(orders.validUntil, today), lte(orders.validUntil, addDays(today, SOON_DAYS))),
    ),
    count(ctx, priceNegotiations, waiting),
    monthOf(ctx, ownOrders, `${today.slice(0, 7)}-01`),
    goalOf(ctx, leads, today),
  ]);
  return {
    de: leads ? 'EQUIPE' : 'PROPRIAS',
    agendasAtrasadas: late,
    agendasHoje: due,
    orcamentosAbertos: quotes,
    orcamentosVencendo: expiring,
    negociacoesPendentes: requested,
    pedidosMes: month.count,
    valorMes: month.total,
    metaMes: goal,
    vendidoMeta: goal === null ? null : month.towards,
  };
}

async function count({ db }: Context, table: PgTable, where: SQL | undefined): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (select 1 from ${table} where ${where ?? sql`true`} limit ${CAP}) as counted`,
  );
  return rows[0]?.total ?? 0;
}

/** Invoiced orders as the goals count them: in total, and by sellers who have a goal this month. */
async function monthOf({ db }: Context, own: SQL | undefined, first: string) {
  const hasGoal = sql`${orders.sellerId} in (select ${goals.personId} from ${goals} where ${goals.month} = ${first})`;
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      total: sql<string>`coalesce(sum(${soldValue}), 0)`,
      towards: sql<string>`coalesce(sum(${soldValue}) filter (where ${hasGoal}), 0)`,
    })
    .from(orders)
    .where(and(own, soldInMonth(first)));
  return { count: row?.count ?? 0, total: row?.total ?? '0', towards: row?.towards ?? '0' };
}

async function goalOf({ db, user }: Context, leads: boolean, today: string): Promise<string | null> {
  const [row] = await db
    .select({ value: sql<string | null>`sum(${goals.value})` })
    .from(goals)
    .where(and(eq(goals.month, `${today.slice(0, 7)}-01`), leads ? undefined : eq(goals.personId, user.id)));
  return row?.value ?? null;
}
