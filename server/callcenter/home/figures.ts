import { and, eq, gte, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { SalesFigures } from '../../../contract/callcenter/home.ts';
import { addDays } from '../../../contract/rules/calendarDate.ts';
import { startOfDay } from '../../../contract/rules/dayRange.ts';
import { localDate } from '../../../contract/rules/zonedTime.ts';
import type { Context } from '../../context.ts';
import { agendas, goals, orders, priceNegotiations } from '../../db/tables/index.ts';
import { agendaScope, branchScope, leadsAgendas, orderScope } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { soldInMonth, soldValue } from '../goals/queries.ts';

/** Figures stop here: a larger one reads "10.000+". */
const CAP = 10_001;
const SOON_DAYS = 3;
/** What still may become an order. */
const OPEN = ['COTACAO', 'ORCAMENTO_ANALISE', 'ATIVO'] as const;

/** The person's own day; who leads sees all that they lead. */
export async function salesFigures(ctx: Context): Promise<SalesFigures> {
  const { user, now } = ctx;
  const leads = leadsAgendas(user);
  const zone = await zoneOf(ctx.db, user);
  const today = localDate(now(), zone);
  const tomorrow = startOfDay(addDays(today, 1), zone);
  const ownAgendas = and(agendaScope(user), leads ? undefined : eq(agendas.personId, user.id));
  const ownOrders = and(orderScope(user), leads ? undefined : eq(orders.sellerId, user.id));
  const open = and(ownOrders, eq(orders.stage, 'ORCAMENTO'), inArray(orders.status, [...OPEN]));
  const [late, due, quotes, expiring, asked, month, goal] = await Promise.all([
    count(ctx, agendas, and(ownAgendas, isNull(agendas.finishedAt), lt(agendas.scheduledAt, now()))),
    count(
      ctx,
      agendas,
      and(
        ownAgendas,
        isNull(agendas.finishedAt),
        gte(agendas.scheduledAt, now()),
        lt(agendas.scheduledAt, tomorrow),
      ),
    ),
    count(ctx, orders, open),
    count(
      ctx,
      orders,
      and(open, gte(orders.validUntil, today), lte(orders.validUntil, addDays(today, SOON_DAYS))),
    ),
    count(
      ctx,
      priceNegotiations,
      and(
        eq(priceNegotiations.status, 'P'),
        branchScope(user, priceNegotiations.branchId),
        leads ? undefined : eq(priceNegotiations.requesterId, user.id),
      ),
    ),
    monthOf(ctx, ownOrders, `${today.slice(0, 7)}-01`),
    goalOf(ctx, leads, today),
  ]);
  return {
    de: leads ? 'EQUIPE' : 'PROPRIAS',
    agendasAtrasadas: late,
    agendasHoje: due,
    orcamentosAbertos: quotes,
    orcamentosVencendo: expiring,
    negociacoesPendentes: asked,
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

/** As the goals count it: what was invoiced, of everybody and of those who have a goal this month. */
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
