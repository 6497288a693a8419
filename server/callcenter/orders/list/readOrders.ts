import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { OrderRow, OrderSort } from '#contract/callcenter/orders/orderRow.ts';
import { allows } from '#contract/permissions.ts';
import { statusOn } from '#contract/rules/orders/orderMoves.ts';
import { numberOf, readSearch } from '#contract/rules/searchTerm.ts';
import { isCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import type { OrderHit } from '#contract/sac/search.ts';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { branches, customers, orders, paymentLinks, people } from '#server/db/tables/index.ts';
import { type Found, instantText, readKeyPage, type SortKey, type Start } from '#server/paging/keyPage.ts';
import { orderScope } from '#server/session/scope.ts';
import { plainText } from '#server/text/plainText.ts';
import { decisiveLinkFirst, linkStatusAt } from '../detail/paymentLink.ts';

export interface OrderedOrders {
  condition: SQL | undefined;
  sort: OrderSort;
  direction: 'ASC' | 'DESC';
}

const KEYS: Record<Exclude<OrderSort, 'id'>, SortKey & { isKey: (text: string) => boolean }> = {
  dtHorInc: {
    key: sql`${orders.createdAt}`,
    read: (text) => sql`${text}::timestamptz`,
    text: instantText,
    isKey: (text) =>
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(text) && isCalendarDate(text.slice(0, 10)),
  },
  dtVal: {
    key: sql`${orders.validUntil}`,
    read: (text) => sql`${text}::date`,
    text: (key) => sql<string>`coalesce(${key}::text, '')`,
    isKey: (text) => isCalendarDate(text),
  },
  vlTot: {
    key: sql`${orders.total}`,
    read: (text) => sql`${text}::numeric`,
    text: (key) => sql<string>`${key}::text`,
    isKey: (text) => /^-?\d{1,15}(\.\d{1,4})?$/.test(text),
  },
};

/** Whether a cursor's key can be compared; anything else would cause a database error. */
export const isOrderKey = (sort: OrderSort) => (text: string) =>
  sort === 'id' ? text === '' : KEYS[sort].isKey(text);

/** Some orders have no validity date, so with this sort order pages are reached by number only. */
export const supportsCursor = (sort: OrderSort): boolean => sort !== 'dtVal';

/** The ids of one page. */
export const readOrders = (
  db: Executor,
  { condition, sort, direction }: OrderedOrders,
  start: Start,
  take: number,
): Promise<Found> => {
  const by = sort === 'id' ? null : KEYS[sort];
  return readKeyPage(db, { table: orders, id: orders.id, condition, by, direction }, start, take);
};

/**
 * Quotes or orders as lists show them, in the order of the ids. The caller that found the ids has already applied the scope.
 */
export async function orderRows(
  { db, now }: Pick<Context, 'db' | 'now'>,
  ids: readonly number[],
): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  const [found, links] = await Promise.all([orderRowsById(db, { ids: [...ids] }), decidingLinks(db, ids)]);
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

/** The columns a row shows; the others would double what is sent and read. */
const shown = {
  id: orders.id,
  stage: orders.stage,
  status: orders.status,
  version: orders.version,
  customerId: orders.customerId,
  sellerId: orders.sellerId,
  createdAt: orders.createdAt,
  updatedAt: orders.updatedAt,
  validUntil: orders.validUntil,
  scheduledOn: orders.scheduledOn,
  groupId: orders.groupId,
  itemCount: orders.itemCount,
  total: orders.total,
  branchId: orders.branchId,
  channel: orders.channel,
  releasedTo: orders.releasedTo,
};

const selectRows = (db: Executor) =>
  db
    .select({
      order: shown,
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
type Row = Awaited<ReturnType<typeof selectRows>>[number];
const orderRowsById = prepared<{ ids: number[] }, Row[]>('order_rows', selectRows);

type Joined = Omit<Row, 'order'>;

const orderRow = (order: Row['order'], joined: Joined): Omit<OrderRow, 'st' | keyof LinkPart> => ({
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

async function decidingLinks(db: Executor, ids: readonly number[]): Promise<Map<number, Link>> {
  const rows = await db
    .selectDistinctOn([paymentLinks.orderId], {
      orderId: paymentLinks.orderId,
      status: paymentLinks.status,
      expiresAt: paymentLinks.expiresAt,
    })
    .from(paymentLinks)
    .where(inArray(paymentLinks.orderId, [...ids]))
    .orderBy(paymentLinks.orderId, decisiveLinkFirst);
  return new Map(rows.map(({ orderId, ...link }) => [orderId, link]));
}

/** The quote or order with a given number, for the global search. */
export async function orderHits(
  q: string,
  take: number,
  { db, user }: Pick<Context, 'db' | 'user'>,
): Promise<OrderHit[]> {
  const term = readSearch(plainText(q));
  const number = term && numberOf(term, 'ORCAMENTO', 'PEDIDO');
  if (number === null) return [];
  const stages = (['ORCAMENTO', 'PEDIDO'] as const).filter((stage) => allows(user.grants, stage));
  if (stages.length === 0) return [];
  const rows = await db
    .select({
      id: orders.id,
      stage: orders.stage,
      st: orders.status,
      total: orders.total,
      fant: customers.tradeName,
      razSoc: customers.legalName,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(and(eq(orders.id, number), inArray(orders.stage, stages), orderScope(user)))
    .orderBy(desc(orders.id))
    .limit(take);
  return rows.map(({ id, stage, st, total, fant, razSoc }) => ({
    id,
    tipo: stage,
    st,
    vlTot: total,
    cliente: fant || razSoc,
  }));
}
