import type { Static } from '@sinclair/typebox';
import { and, desc, eq, getTableColumns, notInArray, type SQL } from 'drizzle-orm';
import type { CustomerOrder as CustomerOrderShape } from '../../../contract/callcenter/customerPanel.ts';
import type { OrderStatus } from '../../../contract/catalogs/orderStatus.ts';
import { startOfDay } from '../../../contract/rules/dayRange.ts';
import type { Context } from '../../context.ts';
import { branches, orders, pastOrderItems, pastOrders, people } from '../../db/tables/index.ts';
import { branchScope, orderScope } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';

type CustomerOrder = Static<typeof CustomerOrderShape>;

const SHOWN = 10;
const MOST_OPEN = 50;

/** Nothing is still to be done with these. */
const ENDED: OrderStatus[] = ['ENTREGUE', 'CANCELADO', 'DEVOLUCAO', 'REJEITADO'];

/** The orders that a customer placed last, here or before the console or beside it. */
export async function latestOrders(id: number, ctx: Context) {
  const [own, past] = await Promise.all([ordersOf(id, ctx, undefined, SHOWN), pastOrdersOf(id, ctx)]);
  return [...own, ...past].sort((a, b) => b.dtHorInc.localeCompare(a.dtHorInc)).slice(0, SHOWN);
}

/** The orders that are still on their way to a customer. */
export const openOrders = (id: number, ctx: Context) =>
  ordersOf(id, ctx, notInArray(orders.status, ENDED), MOST_OPEN);

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

/** Of those the day alone is known: they stand where it begins. */
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
    .limit(SHOWN);
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

/** What they ordered, whatever became of it; quotes are none. */
export const ordersOfCustomer = (id: number) => and(eq(orders.customerId, id), eq(orders.stage, 'PEDIDO'));
