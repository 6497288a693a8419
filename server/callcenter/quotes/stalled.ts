import { and, asc, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { quoteRoutes } from '../../../contract/callcenter/quotes.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import { orders } from '../../db/tables/index.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../paging.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { orderCondition, orderRows } from '../orders/queries.ts';

type Stalled = typeof quoteRoutes.stalled;
const DAY = 86_400_000;

/** Open quotes that nobody moved for so many days, the longest unmoved first, and what they are worth together. */
export async function stalledQuotes({ query }: Input<Stalled>, ctx: Context): Promise<Output<Stalled>> {
  const days = query.dias ?? (await serviceParameters(ctx.db)).diasOrcamentoParado;
  const zone = await zoneOf(ctx.db, ctx.user);
  const condition = and(
    await orderCondition(ctx, zone, 'ORCAMENTO', { ...query }),
    inArray(orders.status, ['COTACAO', 'ORCAMENTO_ANALISE', 'ATIVO', 'VENCIDO']),
    lte(orders.updatedAt, new Date(ctx.now().getTime() - days * DAY)),
  );
  const { take, offset } = pageOf(query);
  const [found, total, worth] = await Promise.all([
    ctx.db
      .select({ id: orders.id })
      .from(orders)
      .where(condition)
      .orderBy(asc(orders.updatedAt), asc(orders.id))
      .limit(take)
      .offset(offset),
    countOf(ctx.db, ctx.db.select({ id: orders.id }).from(orders).where(condition).limit(COUNT_CAP)),
    worthOf(ctx, condition),
  ]);
  const rows = await orderRows(
    ctx,
    found.map(({ id }) => id),
  );
  return {
    itens: rows.map((row) => ({ ...row, dias: daysSince(row.dtMov, ctx.now()) })),
    paginator: paginatorOf(query, total),
    dias: days,
    vlTotal: worth,
  };
}

const daysSince = (instant: string, now: Date) =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(instant)) / DAY));

async function worthOf({ db }: Context, condition: SQL | undefined): Promise<string> {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${orders.total} - ${orders.couponDiscount}), 0)::text` })
    .from(orders)
    .where(condition);
  return row?.sum ?? '0';
}
