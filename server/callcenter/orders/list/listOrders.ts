import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { OrderRow, type OrderSort } from '#contract/callcenter/orders/orderRow.ts';
import type { orderRoutes } from '#contract/callcenter/orders/orders.ts';
import { type CatalogRow, rowOf } from '#contract/catalogs/catalog.ts';
import { customizedStatuses, paymentLinkStatus } from '#contract/catalogs/orderStatus.ts';
import type { Input, Output, Paginator } from '#contract/route.ts';
import type { Decimal } from '#contract/rules/decimal.ts';
import type { SheetFormat } from '#contract/rules/files.ts';
import { localDate, localTime } from '#contract/rules/time/zonedTime.ts';
import { type Cell, type SheetColumn, sheetWriters } from '#server/adapters/spreadsheet/spreadsheet.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { Context } from '#server/context.ts';
import { forLongReading } from '#server/db/replica.ts';
import { branches, orders, pastOrderItems, pastOrders, people, products } from '#server/db/tables/index.ts';
import { inTime, MOST_OF_CHOICE } from '#server/paging/inTime.ts';
import { listQueryHash, neighbours, readPageCursor } from '#server/paging/keyPage.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '#server/paging/paging.ts';
import { maskedPart } from '#server/session/personalData.ts';
import { branchScope } from '#server/session/scope.ts';
import { zoneOf } from '#server/session/zoneOf.ts';
import type { FileAnswer } from '#server/storedFiles.ts';
import { audit } from '#server/writing/audit.ts';
import { requireCustomer } from '../detail/history.ts';
import { type OrderFilters, orderCondition } from './orderCondition.ts';
import { isOrderKey, type OrderedOrders, orderRows, readOrders, supportsCursor } from './readOrders.ts';

interface OrderListQuery extends OrderFilters {
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

/** A page of quotes or orders within the user's scope, newest first by default. */
export async function listOrders(
  ctx: Context,
  stage: 'ORCAMENTO' | 'PEDIDO',
  query: OrderListQuery,
): Promise<OrderPage> {
  const zone = await zoneOf(ctx.db, ctx.user);
  return pageOfOrders(ctx, query, await orderCondition(ctx, zone, stage, query), stage);
}

/**
 * The same for a condition from the caller, which already includes the scope. `name` keeps its cursors apart from those of
 * other lists.
 */
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
    inTime(ctx.db, query.condicao, (db) =>
      readOrders(db, { condition, sort, direction }, cursor ?? { offset }, take),
    ),
    cursor ? cursor.total : inTime(ctx.db, query.condicao, (db) => countOf(db, limited)),
  ]);
  const current = cursor?.page ?? page;
  const ids = found.rows.map(({ id }) => id);
  return {
    itens: await orderRows(ctx, ids),
    paginator: {
      ...paginatorOf({ page: current, take }, total),
      ...(supportsCursor(sort) && neighbours(found, { hash, page: current, total })),
    },
  };
}

interface ExportRequest {
  filtros?: OrderFilters;
  formato: SheetFormat;
  orderBy?: OrderSort;
  direction?: 'ASC' | 'DESC';
}

/** Streams everything that the filters find as a file while it is read; the audit entry is written before the first byte. */
export async function exportOrders(
  ctx: Context,
  stage: 'ORCAMENTO' | 'PEDIDO',
  { filtros = {}, formato, orderBy, direction }: ExportRequest,
): Promise<FileAnswer> {
  const zone = await zoneOf(ctx.db, ctx.user);
  const condition = await orderCondition(ctx, zone, stage, filtros);
  const total = await inTime(ctx.db, filtros.condicao, (db) => db.$count(orders, condition), MOST_OF_CHOICE);
  await audit(ctx.db, ctx, {
    action: 'EXPORTAR',
    entity: 'orders',
    entityId: formato,
    after: { linhas: total, formato, tipo: stage, filtros },
  });
  ctx.setHeader('X-Total-Linhas', String(total));
  const { mime, write } = sheetWriters[formato];
  const name = stage === 'PEDIDO' ? 'Pedidos' : 'Orçamentos';
  const list = { condition, sort: orderBy ?? 'id', direction: direction ?? ('DESC' as const) };
  const now = ctx.now();
  const columns = columnsWith(customizedStatuses((await serviceParameters(ctx.db)).statusPedido));
  return {
    content: write({ name, columns, rows: exportedRows(await forLongReading(ctx), list, columns), zone }),
    name: `${name.toLowerCase()} ${localDate(now, zone)} ${localTime(now, zone).replace(':', 'h')}.${formato}`,
    mime,
  };
}

interface ExportColumn extends SheetColumn {
  value: (row: OrderRow) => Cell;
}

const text = (title: string, width: number, value: (row: OrderRow) => string): ExportColumn => ({
  title,
  kind: 'text',
  width,
  value,
});

const columnsWith = (statuses: readonly CatalogRow[]): readonly ExportColumn[] => [
  { title: 'Número', kind: 'number', width: 10, value: ({ id }) => id },
  text('Vendedor', 26, ({ colaborador }) => colaborador.nome),
  { title: 'Código do cliente', kind: 'number', width: 10, value: ({ cliente }) => cliente.id },
  text('Cliente', 36, ({ cliente }) => cliente.razSoc),
  text('Situação', 22, ({ st }) => rowOf(statuses, st).label),
  text('Link de pagamento', 22, ({ linkPagamentoStatus }) =>
    linkPagamentoStatus ? rowOf(paymentLinkStatus, linkPagamentoStatus).label : '',
  ),
  { title: 'Incluído em', kind: 'instant', width: 17, value: ({ dtHorInc }) => new Date(dtHorInc) },
  { title: 'Válido até', kind: 'day', width: 12, value: ({ dtVal }) => dtVal },
  { title: 'Data programada', kind: 'day', width: 12, value: ({ dtProgr }) => dtProgr },
  { title: 'Grupo', kind: 'number', width: 10, value: ({ grupo }) => grupo },
  { title: 'Itens', kind: 'number', width: 8, value: ({ qtdeIt }) => qtdeIt },
  { title: 'Valor total', kind: 'decimal', format: '#,##0.00', width: 14, value: ({ vlTot }) => vlTot },
  text('Emitente', 24, ({ emitente }) => emitente.desc),
  text('Canal', 12, ({ canal }) => canal),
];

/** Number of rows in memory at a time. */
const BATCH = 1_000;

/** Reads by offset where the sort order has no keys; no transaction stays open while a client downloads. */
async function* exportedRows(
  ctx: Context,
  list: OrderedOrders,
  columns: readonly ExportColumn[],
): AsyncGenerator<Cell[]> {
  let start: Parameters<typeof readOrders>[2] = { offset: 0 };
  for (let read = 0; ; read += BATCH) {
    const { rows, after } = await readOrders(ctx.db, list, start, BATCH);
    const ids = rows.map(({ id }) => id);
    for (const row of await orderRows(ctx, ids)) {
      const seen = maskedPart(ctx.user, OrderRow, row);
      yield columns.map(({ value }) => value(seen));
    }
    const last = rows.at(-1);
    if (!after || !last) return;
    start = list.sort === 'dtVal' ? { offset: read + BATCH } : { ...last, backwards: false };
  }
}

type Route = typeof orderRoutes.pastOfCustomer;

/** A customer's orders from before or outside the console, at the user's branches, with their lines. */
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
