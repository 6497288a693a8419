import type { Static } from '@sinclair/typebox';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { ProductSale, quoteRoutes } from '#contract/callcenter/quotes/quotes.ts';
import type { Input, Output } from '#contract/route.ts';
import { startOfDay } from '#contract/rules/time/dayRange.ts';
import type { Context } from '../../context.ts';
import {
  branches,
  orderItems,
  orders,
  pastOrderItems,
  pastOrders,
  people,
  quotedProducts,
} from '../../db/tables/index.ts';
import { branchScope, orderScope } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { requireCustomer } from '../orders/queries.ts';

type Routes = typeof quoteRoutes;
type Sale = Static<typeof ProductSale>;

/** As many as a chooser shows. */
const LATEST = 20;

/** The customer's orders of the product, including those from before or outside the console, latest first. */
export async function productOrders(
  { params: { idCli, idProd } }: Input<Routes['productOrders']>,
  ctx: Context,
): Promise<Output<Routes['productOrders']>> {
  await requireCustomer(ctx, idCli);
  const [own, past] = await Promise.all([ordersOf(ctx, idCli, idProd), pastOrdersOf(ctx, idCli, idProd)]);
  return [...own, ...past].sort((a, b) => b.data.localeCompare(a.data)).slice(0, LATEST);
}

async function ordersOf({ db, user }: Context, customerId: number, productId: number): Promise<Sale[]> {
  const rows = await db
    .select({
      idPedido: orders.id,
      at: orders.createdAt,
      filial: branches.tradeName,
      qtd: orderItems.quantity,
      vlUnit: orderItems.price,
      st: orders.status,
      colaborador: people.name,
    })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .innerJoin(branches, eq(branches.id, orderItems.branchId))
    .innerJoin(people, eq(people.id, orders.sellerId))
    .where(
      and(
        eq(orders.customerId, customerId),
        eq(orders.stage, 'PEDIDO'),
        eq(orderItems.productId, productId),
        isNull(orderItems.removedAt),
        orderScope(user),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(LATEST);
  return rows.map(({ at, ...row }) => ({ ...row, numero: String(row.idPedido), data: at.toISOString() }));
}

/** Only their date is known, so they are placed at the start of that day. */
async function pastOrdersOf(ctx: Context, customerId: number, productId: number): Promise<Sale[]> {
  const zone = await zoneOf(ctx.db, ctx.user);
  const rows = await ctx.db
    .select({
      numero: pastOrders.number,
      day: pastOrders.orderedOn,
      filial: branches.tradeName,
      qtd: pastOrderItems.quantity,
      vlUnit: pastOrderItems.price,
      st: pastOrders.status,
      colaborador: people.name,
    })
    .from(pastOrders)
    .innerJoin(pastOrderItems, eq(pastOrderItems.orderId, pastOrders.id))
    .innerJoin(branches, eq(branches.id, pastOrders.branchId))
    .leftJoin(people, eq(people.id, pastOrders.sellerId))
    .where(
      and(
        eq(pastOrders.customerId, customerId),
        eq(pastOrderItems.productId, productId),
        branchScope(ctx.user, pastOrders.branchId),
      ),
    )
    .orderBy(desc(pastOrders.orderedOn), desc(pastOrders.id))
    .limit(LATEST);
  return rows.map(({ day, colaborador, ...row }) => ({
    ...row,
    idPedido: null,
    data: startOfDay(day, zone).toISOString(),
    colaborador: colaborador ?? '',
  }));
}

/** Quotes in which the customer asked its price without buying it. */
export async function productQuoted(
  { params }: Input<Routes['productQuoted']>,
  ctx: Context,
): Promise<Output<Routes['productQuoted']>> {
  await requireCustomer(ctx, params.idCli);
  const rows = await ctx.db
    .select({
      idPedido: quotedProducts.orderId,
      at: quotedProducts.at,
      filial: branches.tradeName,
      qtd: quotedProducts.quantity,
      vlUnit: quotedProducts.price,
      st: orders.status,
      colaborador: people.name,
    })
    .from(quotedProducts)
    .innerJoin(branches, eq(branches.id, quotedProducts.branchId))
    .innerJoin(people, eq(people.id, quotedProducts.personId))
    .leftJoin(orders, eq(orders.id, quotedProducts.orderId))
    .where(
      and(
        eq(quotedProducts.customerId, params.idCli),
        eq(quotedProducts.productId, params.idProd),
        branchScope(ctx.user, quotedProducts.branchId),
      ),
    )
    .orderBy(desc(quotedProducts.at))
    .limit(LATEST);
  return rows.map(({ at, st, ...row }) => ({
    ...row,
    numero: row.idPedido === null ? '' : String(row.idPedido),
    st: st ?? 'COTACAO',
    data: at.toISOString(),
  }));
}
