import { eq, inArray, sql } from 'drizzle-orm';
import type { OrderRow } from '../../../../contract/callcenter/orderRow.ts';
import { statusOn } from '../../../../contract/rules/orders/orderMoves.ts';
import { localDate } from '../../../../contract/rules/zonedTime.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../db/client.ts';
import { prepared } from '../../../db/prepared.ts';
import { branches, customers, orders, paymentLinks, people } from '../../../db/tables/index.ts';
import { linkStatusAt } from '../detail/shownLink.ts';
import { tellingFirst } from '../detail/tellingLink.ts';

/** Quotes or orders as lists show them, in the order of the ids. Scope was judged by whoever found the ids. */
export async function orderRows(
  { db, now }: Pick<Context, 'db' | 'now'>,
  ids: readonly number[],
): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  const [found, links] = await Promise.all([orderRowsById(db, { ids: [...ids] }), tellingLinks(db, ids)]);
  const byId = new Map(
    found.map(({ order, ...joined }): [number, OrderRow] => [
      order.id,
      {
        ...orderRow(order, joined),
        st: statusOn(order.status, order.validUntil, localDate(now(), joined.zone)),
        ...linkOf(links.get(order.id), now()),
      },
    ]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const selectRows = (db: Executor) =>
  db
    .select({
      order: orders,
      legalName: customers.legalName,
      tradeName: customers.tradeName,
      seller: people.name,
      branch: branches.tradeName,
      zone: branches.timeZone,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .innerJoin(people, eq(people.id, orders.sellerId))
    .innerJoin(branches, eq(branches.id, orders.branchId))
    .where(sql`${orders.id} = any(${sql.placeholder('ids')})`);
type Found = Awaited<ReturnType<typeof selectRows>>[number];
const orderRowsById = prepared<{ ids: number[] }, Found[]>('order_rows', selectRows);

type Joined = Omit<Found, 'order'>;

const orderRow = (
  order: typeof orders.$inferSelect,
  joined: Joined,
): Omit<OrderRow, 'st' | keyof LinkPart> => ({
  id: order.id,
  tipo: order.stage,
  versao: order.version,
  cliente: { id: order.customerId, razSoc: joined.legalName, fant: joined.tradeName },
  colaborador: { id: order.sellerId, nome: joined.seller },
  dtHorInc: order.createdAt.toISOString(),
  dtVal: order.validUntil,
  dtProgr: order.scheduledOn,
  dtMov: order.updatedAt.toISOString(),
  grupo: order.groupId,
  qtdeIt: order.itemCount,
  vlTot: order.total,
  emitente: { id: order.branchId, desc: joined.branch },
  canal: order.channel,
  liberadoPara: order.releasedTo,
});

type LinkPart = Pick<OrderRow, 'linkPagamentoStatus' | 'linkPagamento'>;
type Link = Pick<typeof paymentLinks.$inferSelect, 'status' | 'expiresAt'>;

const linkOf = (link: Link | undefined, now: Date): LinkPart => ({
  linkPagamentoStatus: link ? linkStatusAt(link, now) : null,
  linkPagamento: link ? { validade: link.expiresAt.toISOString() } : null,
});

async function tellingLinks(db: Executor, ids: readonly number[]): Promise<Map<number, Link>> {
  const rows = await db
    .selectDistinctOn([paymentLinks.orderId], {
      orderId: paymentLinks.orderId,
      status: paymentLinks.status,
      expiresAt: paymentLinks.expiresAt,
    })
    .from(paymentLinks)
    .where(inArray(paymentLinks.orderId, [...ids]))
    .orderBy(paymentLinks.orderId, tellingFirst);
  return new Map(rows.map(({ orderId, ...link }) => [orderId, link]));
}
