import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { orderRoutes } from '../../../../contract/callcenter/orders.ts';
import type { Input, Output } from '../../../../contract/route.ts';
import type { Decimal } from '../../../../contract/rules/decimal.ts';
import type { Context } from '../../../context.ts';
import { branches, pastOrderItems, pastOrders, people, products } from '../../../db/tables/index.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../../paging.ts';
import { branchScope } from '../../../session/scope.ts';
import { requireCustomer } from '../detail/history.ts';

type Route = typeof orderRoutes.pastOfCustomer;

/** A customer's orders of before the console or beside it, of the person's branches, with their lines. */
export async function pastOrdersOf(
  { params: { idCli }, query }: Input<Route>,
  ctx: Context,
): Promise<Output<Route>> {
  const { db, user } = ctx;
  await requireCustomer(ctx, idCli);
  const where = and(eq(pastOrders.customerId, idCli), branchScope(user, pastOrders.branchId));
  const { take, offset } = pageOf(query);
  const rows = await db
    .select({
      id: pastOrders.id,
      numero: pastOrders.number,
      data: pastOrders.orderedOn,
      st: pastOrders.status,
      filial: branches.legalName,
      vendedor: people.name,
      vlTot: pastOrders.total,
      obs: pastOrders.note,
    })
    .from(pastOrders)
    .innerJoin(branches, eq(branches.id, pastOrders.branchId))
    .leftJoin(people, eq(people.id, pastOrders.sellerId))
    .where(where)
    .orderBy(desc(pastOrders.orderedOn), desc(pastOrders.id))
    .limit(take)
    .offset(offset);
  const lines = await linesOf(
    ctx,
    rows.map(({ id }) => id),
  );
  const limited = db.select({ id: pastOrders.id }).from(pastOrders).where(where).limit(COUNT_CAP);
  return {
    itens: rows.map(({ vendedor, ...row }) => ({
      ...row,
      vendedor: vendedor ?? '',
      itens: lines.filter(({ orderId }) => orderId === row.id).map(({ orderId: _, ...line }) => line),
    })),
    paginator: paginatorOf(query, await countOf(db, limited)),
  };
}

const linesOf = ({ db }: Pick<Context, 'db'>, orderIds: number[]) =>
  db
    .select({
      orderId: pastOrderItems.orderId,
      linha: pastOrderItems.line,
      codigo: products.code,
      produto: products.description,
      unidade: pastOrderItems.unit,
      qtd: pastOrderItems.quantity,
      preco: pastOrderItems.price,
      vlTot: sql<Decimal>`round(${pastOrderItems.quantity} * ${pastOrderItems.price}, 4)::text`,
    })
    .from(pastOrderItems)
    .innerJoin(products, eq(products.id, pastOrderItems.productId))
    .where(inArray(pastOrderItems.orderId, orderIds))
    .orderBy(asc(pastOrderItems.orderId), asc(pastOrderItems.line));
