import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { quoteRoutes } from '../../../contract/callcenter/quotes.ts';
import type { Input, Output } from '../../../contract/route.ts';
import type { Context } from '../../context.ts';
import { branches, orderItems, orders, people, quotedProducts } from '../../db/tables/index.ts';
import { branchScope, orderScope } from '../../session/scope.ts';
import { pageOfOrders, requireCustomer } from '../orders/queries.ts';

type Routes = typeof quoteRoutes;

export async function quotesOfCustomer(
  { params, query }: Input<Routes['ofCustomer']>,
  ctx: Context,
  here: boolean,
) {
  await requireCustomer(ctx, params.idCli);
  const condition = and(
    eq(orders.customerId, params.idCli),
    eq(orders.stage, 'ORCAMENTO'),
    orderScope(ctx.user),
    here ? eq(orders.channel, 'CALLCENTER') : undefined,
    here ? inArray(orders.status, ['COTACAO', 'ORCAMENTO_ANALISE', 'ATIVO']) : undefined,
  );
  return pageOfOrders(ctx, query, condition, `cliente ${params.idCli} ${here}`);
}

/** As many as a chooser shows. */
const LATEST = 20;

/** Where the customer bought the product, the latest first. */
export async function productOrders(
  { params }: Input<Routes['productOrders']>,
  ctx: Context,
): Promise<Output<Routes['productOrders']>> {
  await requireCustomer(ctx, params.idCli);
  const rows = await ctx.db
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
        eq(orders.customerId, params.idCli),
        eq(orders.stage, 'PEDIDO'),
        eq(orderItems.productId, params.idProd),
        isNull(orderItems.removedAt),
        orderScope(ctx.user),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(LATEST);
  return rows.map(({ at, ...row }) => ({ ...row, data: at.toISOString() }));
}

/** Where the customer asked its price without buying it. */
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
  return rows.map(({ at, st, ...row }) => ({ ...row, st: st ?? 'COTACAO', data: at.toISOString() }));
}
