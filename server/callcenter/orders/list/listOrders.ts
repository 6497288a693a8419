import type { SQL } from 'drizzle-orm';
import type { OrderRow, OrderSort } from '../../../../contract/callcenter/orderRow.ts';
import type { Paginator } from '../../../../contract/route.ts';
import type { Context } from '../../../context.ts';
import { orders } from '../../../db/tables/index.ts';
import { listQueryHash, neighbours, readPageCursor } from '../../../pageCursor.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../../paging.ts';
import { zoneOf } from '../../../session/zoneOf.ts';
import { type OrderFilters, orderCondition } from './orderCondition.ts';
import { hasNeighbours, isOrderKey, orderRows, readOrders } from './readOrders.ts';

export interface OrderListQuery extends OrderFilters {
  page?: number;
  take?: number;
  cursor?: string;
  orderBy?: OrderSort;
  direction?: 'ASC' | 'DESC';
}

export interface OrderPage {
  itens: OrderRow[];
  paginator: Paginator;
}

/** A page of quotes or orders within what the person may see, the newest first unless asked otherwise. */
export async function listOrders(
  ctx: Context,
  stage: 'ORCAMENTO' | 'PEDIDO',
  query: OrderListQuery,
): Promise<OrderPage> {
  const zone = await zoneOf(ctx.db, ctx.user);
  return pageOfOrders(ctx, query, await orderCondition(ctx, zone, stage, query), stage);
}

/** The same over a condition of the caller's, which holds the scope. `name` tells cursors of other lists apart. */
export async function pageOfOrders(
  ctx: Context,
  query: OrderListQuery,
  condition: SQL | undefined,
  name: string,
): Promise<OrderPage> {
  const { take, page, offset } = pageOf(query);
  const sort = query.orderBy ?? 'dtHorInc';
  const direction = query.direction ?? 'DESC';
  const hash = listQueryHash(ctx.user.id, { ...query, name, sort, direction, take });
  const cursor = query.cursor ? readPageCursor(query.cursor, isOrderKey(sort), hash) : null;
  const limited = ctx.db.select({ id: orders.id }).from(orders).where(condition).limit(COUNT_CAP);
  const [found, total] = await Promise.all([
    readOrders(ctx.db, { condition, sort, direction }, cursor ?? { offset }, take),
    cursor ? cursor.total : countOf(ctx.db, limited),
  ]);
  const current = cursor?.page ?? page;
  const ids = found.rows.map(({ id }) => id);
  return {
    itens: await orderRows(ctx, ids),
    paginator: {
      ...paginatorOf({ page: current, take }, total),
      ...(hasNeighbours(sort) && neighbours(found, { hash, page: current, total })),
    },
  };
}
