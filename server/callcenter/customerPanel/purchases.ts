import { and, eq, gte, ne, notInArray, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { CustomerNow } from '#contract/callcenter/customers/customerNow.ts';
import { rhythmOf, stoppedProduct } from '#contract/rules/customers/purchases.ts';
import { sumDecimals } from '#contract/rules/decimal.ts';
import { NEVER_BOUGHT } from '#contract/rules/orders/orderActions.ts';
import { addMonths, type CalendarDate, daysBetween } from '#contract/rules/time/calendarDate.ts';
import { startOfDay } from '#contract/rules/time/dayRange.ts';
import { localDate, type TimeZone } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../../context.ts';
import { orderItems, orders, pastOrderItems, pastOrders, products } from '../../db/tables/index.ts';
import { branchScope, orderScope } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { lastOrder } from '../orders/queries.ts';

const MONTHS = 12;
/** Orders whose products are looked at, the newest first: more than a year of daily orders. */
const MOST_ORDERS = 400;
/** Products of those orders that are weighed, those of the largest value first. */
const MOST_PRODUCTS = 500;
const MOST_STOPPED = 8;

/** What the customer bought in the last twelve months, here and elsewhere, as far as the user may see it. */
export async function purchasesOf(id: number, ctx: Context): Promise<NonNullable<CustomerNow['compras']>> {
  const zone = await zoneOf(ctx.db, ctx.user);
  const today = localDate(ctx.now(), zone);
  const since = `${addMonths(today, 1 - MONTHS).slice(0, 7)}-01`;
  const period = { id, zone, since };
  const [last, days, bought] = await Promise.all([
    lastOrder(ctx, id),
    daysOf(period, ctx),
    productsOf(period, ctx),
  ]);
  const rhythm = rhythmOf(days.map(({ day }) => day));
  const haDias = last ? Math.max(daysBetween(localDate(last.at, zone), today), 0) : null;
  return {
    ultimo: last && { id: last.id, numero: last.numero, em: last.at.toISOString(), valor: last.total },
    ritmo: rhythm,
    haDias,
    meses: monthsOf(days, today),
    deixouDeComprar: bought
      .flatMap(({ days: those, ...product }) => {
        const stopped = stoppedProduct({ days: those }, { today, rhythm });
        return stopped ? [{ ...product, ritmo: stopped.rhythm, ultima: stopped.last }] : [];
      })
      .slice(0, MOST_STOPPED),
  };
}

interface Period {
  id: number;
  zone: TimeZone;
  since: CalendarDate;
}

/** The purchases of the period: orders of this console and those made before or outside it, of each at most the newest. */
function purchases({ id, zone, since }: Period, { user }: Context, most: number | null = null) {
  const own = and(
    eq(orders.customerId, id),
    eq(orders.stage, 'PEDIDO'),
    notInArray(orders.status, [...NEVER_BOUGHT]),
    gte(orders.createdAt, startOfDay(since, zone)),
    orderScope(user),
  );
  const past = and(
    eq(pastOrders.customerId, id),
    ne(pastOrders.status, 'CANCELADO'),
    gte(pastOrders.orderedOn, since),
    branchScope(user, pastOrders.branchId),
  );
  // Without a limit the index alone answers; with one, only its newest entries are read.
  const newest = (column: AnyPgColumn) =>
    most === null ? sql`` : sql`order by ${column} desc limit ${most}`;
  return sql`
    (select 'OWN' as kind, ${orders.id} as id, (${orders.createdAt} at time zone ${zone})::date as day,
      ${orders.total} as total
    from ${orders} where ${own} ${newest(orders.createdAt)})
    union all
    (select 'PAST', ${pastOrders.id}, ${pastOrders.orderedOn}, ${pastOrders.total}
    from ${pastOrders} where ${past} ${newest(pastOrders.orderedOn)})`;
}

interface PurchaseDay {
  day: CalendarDate;
  total: string;
  orders: number;
}

async function daysOf(period: Period, ctx: Context): Promise<PurchaseDay[]> {
  const { rows } = await ctx.db.execute<{ day: string; total: string; orders: number }>(sql`
    select day::text, sum(total)::text as total, count(*)::int as orders
    from (${purchases(period, ctx)}) bought group by day order by day`);
  return rows;
}

interface BoughtProduct {
  idProd: number;
  codigo: string;
  produto: string;
  days: CalendarDate[];
}

/** Products that may still be sold, with the days on which they were bought. Gifts were not bought. */
async function productsOf(period: Period, ctx: Context): Promise<BoughtProduct[]> {
  const { rows } = await ctx.db.execute<Record<string, unknown> & BoughtProduct>(sql`
    with newest as materialized (
      select * from (${purchases(period, ctx, MOST_ORDERS)}) bought order by day desc, id desc limit ${MOST_ORDERS}
    ), lines as (
      select ${orderItems.productId} as product, day, ${orderItems.total} as total
      from newest join ${orderItems} on ${orderItems.orderId} = newest.id
      where kind = 'OWN' and ${orderItems.removedAt} is null and not ${orderItems.bonus}
      union all
      select ${pastOrderItems.productId}, day, ${pastOrderItems.quantity} * ${pastOrderItems.price}
      from newest join ${pastOrderItems} on ${pastOrderItems.orderId} = newest.id
      where kind = 'PAST'
    ), weighed as (
      select product, array_agg(distinct day::text) as days, sum(total) as total
      from lines group by product order by total desc, product limit ${MOST_PRODUCTS}
    )
    select ${products.id} as "idProd", ${products.code} as codigo, ${products.description} as produto, days
    from weighed join ${products} on ${products.id} = weighed.product
    where not ${products.inactive} order by weighed.total desc, weighed.product`);
  return rows;
}

/** Every month of the period, also those without a purchase. */
function monthsOf(days: readonly PurchaseDay[], today: CalendarDate) {
  return Array.from({ length: MONTHS }, (_, index) => {
    const mes = addMonths(`${today.slice(0, 7)}-01`, index + 1 - MONTHS).slice(0, 7);
    const those = days.filter(({ day }) => day.startsWith(mes));
    return {
      mes,
      valor: sumDecimals(those.map(({ total }) => total)),
      pedidos: those.reduce((sum, { orders: count }) => sum + count, 0),
    };
  });
}
