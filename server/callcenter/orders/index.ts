import { and, eq, inArray, isNull, notExists, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { orderRoutes } from '#contract/callcenter/orders/orders.ts';
import { orderItems, orders } from '../../db/tables/index.ts';
import { implement } from '../../implement.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { command } from '../../writing/command.ts';
import { repeatLastOrder } from './change/repeatOrder.ts';
import { additionTo, backToQuote, cancelOrder, duplicateOrder, releaseBilling } from './change/stages.ts';
import { requireCustomer } from './detail/history.ts';
import { orderView } from './detail/orderView.ts';
import { exportOrders, listOrders, pageOfOrders, pastOrdersOf } from './list/listOrders.ts';
import { orderCondition } from './list/orderCondition.ts';
import { orderListSums } from './list/orderListSums.ts';
import { orderFile, sendOrder } from './paper/sendOrder.ts';

export const orderImplementation = implement(orderRoutes, {
  list: ({ query }, ctx) => listOrders(ctx, 'PEDIDO', query),
  sums: ({ query }, ctx) => orderListSums(ctx, 'PEDIDO', query),
  sumsOfMine: ({ query }, ctx) => orderListSums(ctx, 'PEDIDO', query, { mine: true }),
  exportFile: ({ body }, ctx) => exportOrders(ctx, 'PEDIDO', body),
  mine: async ({ query }, ctx) => {
    const zone = await zoneOf(ctx.db, ctx.user);
    const condition = and(await orderCondition(ctx, zone, 'PEDIDO', query), eq(orders.sellerId, ctx.user.id));
    return pageOfOrders(ctx, query, condition, 'meus');
  },
  mineWithoutBonus: async ({ query }, ctx) => {
    const zone = await zoneOf(ctx.db, ctx.user);
    const condition = and(
      await orderCondition(ctx, zone, 'PEDIDO', query),
      eq(orders.sellerId, ctx.user.id),
      inArray(orders.status, ['FATURADO', 'TRANSPORTE', 'ENTREGUE']),
      withoutBonus,
    );
    return pageOfOrders(ctx, query, condition, 'bonificaveis');
  },
  ofCustomer: async ({ params, query: { status, ...query } }, ctx) => {
    await requireCustomer(ctx, params.idCli);
    const st = status?.split(',').filter(Boolean).slice(0, 20);
    return listOrders(ctx, 'PEDIDO', { ...query, ...(st && { st }), idCli: params.idCli });
  },
  pastOfCustomer: pastOrdersOf,
  get: async ({ params }, ctx) => ({ data: await orderView(ctx, params.id, 'PEDIDO') }),
  download: ({ params }, ctx) => orderFile(ctx, params.id, 'PEDIDO'),
  addition: additionTo,
  duplicate: duplicateOrder,
  repeatLast: repeatLastOrder,
  releaseBilling,
  backToQuote,
  cancel: cancelOrder,
  sendByMail: command(orderRoutes.sendByMail, (tx, ctx, { params, body }) =>
    sendOrder(tx, ctx, { id: params.pedidoId, stage: 'PEDIDO', ...body }),
  ),
});

const withoutBonus = notExists(
  new QueryBuilder()
    .select({ one: sql`1` })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orders.id), eq(orderItems.bonus, true), isNull(orderItems.removedAt))),
);
