import { and, desc, eq, getTableColumns, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import type { OrderStatus } from '../../../contract/catalogs/orderStatus.ts';
import type { Decimal } from '../../../contract/rules/decimal.ts';
import { localDate } from '../../../contract/rules/zonedTime.ts';
import type { Context } from '../../context.ts';
import { branches, orders, people } from '../../db/tables/index.ts';
import { orderScope } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';

const SHOWN = 10;
const MOST_OPEN = 50;

/** Nothing is still to be done with these. */
const ENDED: OrderStatus[] = ['ENTREGUE', 'CANCELADO', 'DEVOLUCAO', 'REJEITADO'];

/** The orders that a customer placed last. */
export const latestOrders = (id: number, ctx: Context) => ordersOf(id, ctx, undefined, SHOWN);

/** The orders that are still on their way to a customer. */
export const openOrders = (id: number, ctx: Context) =>
  ordersOf(id, ctx, notInArray(orders.status, ENDED), MOST_OPEN);

async function ordersOf(id: number, { db, user }: Context, which: SQL | undefined, most: number) {
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
    dtHorInc: order.createdAt.toISOString(),
    status: order.status,
    qtdeIt: order.itemCount,
    vlTot: order.total,
    emitente: { id: order.branchId, desc: branch },
    colaborador: { id: order.sellerId, nome: seller },
  }));
}

const ordersOfCustomer = (id: number) => and(eq(orders.customerId, id), eq(orders.stage, 'PEDIDO'));

/** What a customer ordered in the month that it is on the person's clock, cancelled orders left out. */
export async function monthTotal(id: number, { db, user, now }: Context): Promise<Decimal> {
  const zone = await zoneOf(db, user);
  const monthStart = `${localDate(now(), zone).slice(0, 7)}-01`;
  const [row] = await db
    .select({ total: sql<Decimal>`coalesce(sum(${orders.total}), 0)::text` })
    .from(orders)
    .where(
      and(
        ordersOfCustomer(id),
        orderScope(user),
        ne(orders.status, 'CANCELADO'),
        sql`coalesce(${orders.orderedAt}, ${orders.createdAt}) >= ${monthStart}::timestamp at time zone ${zone}`,
      ),
    );
  return row?.total ?? '0';
}
