import type { Static } from '@sinclair/typebox';
import { and, desc, eq, getTableColumns, notInArray, type SQL } from 'drizzle-orm';
import type { CustomerOrder as CustomerOrderShape } from '#contract/callcenter/customers/customerPanel.ts';
import type { OrderStatus } from '#contract/catalogs/orderStatus.ts';
import { startOfDay } from '#contract/rules/time/dayRange.ts';
import type { Context } from '../../context.ts';
import { branches, orders, pastOrderItems, pastOrders, people } from '../../db/tables/index.ts';
import { branchScope, orderScope } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';

type CustomerOrder = Static<typeof CustomerOrderShape>;

const MAX_ORDERS = 10;
const MAX_OPEN = 50;

/** Statuses that need no further work. */
const ENDED: OrderStatus[] = ['ENTREGUE', 'CANCELADO', 'DEVOLUCAO', 'REJEITADO'];

/** A customer's latest orders, including those placed before or outside the console. */
export async function latestOrders(id: number, ctx: Context) {
  const [own, past] = await Promise.all([ordersOf(id, ctx, undefined, MAX_ORDERS), pastOrdersOf(id, ctx)]);
  return [...own, ...past].sort((a, b) => b.dtHorInc.localeCompare(a.dtHorInc)).slice(0, MAX_ORDERS);
}

/** A customer's orders that are still in progress. */
export const openOrders = (id: number, ctx: Context) =>
  ordersOf(id, ctx, notInArray(orders.status, ENDED), MAX_OPEN);

async function ordersOf(
  id: number,
  { db, user }: Context,
  which: SQL | undefined,
  most: number,
): Promise<CustomerOrder[]> {
  const rows = await db
    .select({ order: getTableColumns(orders), branch: branches.legalName, seller: people.name })
    .from(orders)
    .innerJoin(branches, eq(branches.id, orders.branchId))
    .innerJoin(people, eq(people.id, orders.sellerId))
    .where(and(ordersOfCustomer(id), orderScope(user), which))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(most);
  return rows.map(({ order, branch, seller }) => ({
    id: order.id,
    numero: String(order.id),
    dtHorInc: order.createdAt.toISOString(),
    status: order.status,
    qtdeIt: order.itemCount,
    vlTot: order.total,
    emitente: { id: order.branchId, desc: branch },
    colaborador: { id: order.sellerId, nome: seller },
  }));
}

/** Only their date is known, so they are placed at the start of that day. */
async function pastOrdersOf(id: number, { db, user }: Context): Promise<CustomerOrder[]> {
  const zone = await zoneOf(db, user);
  const rows = await db
    .select({
      order: getTableColumns(pastOrders),
      branch: branches.legalName,
      seller: people.name,
      lines: db.$count(pastOrderItems, eq(pastOrderItems.orderId, pastOrders.id)),
    })
    .from(pastOrders)
    .innerJoin(branches, eq(branches.id, pastOrders.branchId))
    .leftJoin(people, eq(people.id, pastOrders.sellerId))
    .where(and(eq(pastOrders.customerId, id), branchScope(user, pastOrders.branchId)))
    .orderBy(desc(pastOrders.orderedOn), desc(pastOrders.id))
    .limit(MAX_ORDERS);
  return rows.map(({ order, branch, seller, lines }) => ({
    id: null,
    numero: order.number,
    dtHorInc: startOfDay(order.orderedOn, zone).toISOString(),
    status: order.status,
    qtdeIt: lines,
    vlTot: order.total,
    emitente: { id: order.branchId, desc: branch },
    colaborador: order.sellerId === null || seller === null ? null : { id: order.sellerId, nome: seller },
  }));
}

/** A customer's orders in any status; quotes are not included. */
export const ordersOfCustomer = (id: number) => and(eq(orders.customerId, id), eq(orders.stage, 'PEDIDO'));
