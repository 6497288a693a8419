import { type SQL, sql } from 'drizzle-orm';
import { pastOrderType } from '#contract/records/pastOrders.ts';
import { addDecimals, multiplyDecimals, roundDecimal } from '#contract/rules/decimal.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { Tx } from '../../db/client.ts';
import { amongIds, amongTexts } from '../../db/conditions.ts';
import { customers, pastOrderItems, pastOrders, products } from '../../db/tables/index.ts';
import { countLastPurchase, lockCustomers, recountCustomers } from '../../sac/invoices/commands.ts';
import { mapRecords, type WritingRecords } from '../mapping.ts';
import type { StoredRow } from '../read/storedRow.ts';
import type { PendingRow } from '../write/pendingRow.ts';
import { documentScope } from './invoices/invoices.ts';

export const pastOrderRecords = mapRecords(pastOrderType, {
  table: pastOrders,
  entity: 'past_orders',
  columns: {
    filial: pastOrders.branchId,
    numero: pastOrders.number,
    cliente: pastOrders.customerId,
    data: pastOrders.orderedOn,
    situacao: pastOrders.status,
    vendedor: pastOrders.sellerId,
    total: pastOrders.total,
    observacao: pastOrders.note,
    itens: {
      table: pastOrderItems,
      parent: pastOrderItems.orderId,
      order: pastOrderItems.line,
      columns: {
        linha: pastOrderItems.line,
        produto: pastOrderItems.productId,
        unidade: pastOrderItems.unit,
        quantidade: pastOrderItems.quantity,
        preco: pastOrderItems.price,
      },
    },
  },
  scope: (user) => documentScope(user, pastOrders),
  search: ordersLike,
  complete: addUp,
  rules: refuseFuture,
  effects: followPastOrders,
  removed: ({ data }: StoredRow, { tx }) => recount(tx, [String(data.cliente)]),
});

/** Searches by the full number or by the customer's name, each through its index. */
function ordersLike(text: string): SQL {
  return sql`${pastOrders.id} in (
    select o.id from ${pastOrders} o where o.number = ${text}
    union all select o.id from ${pastOrders} o where o.customer_id in (select ${customers.id} from ${customers}
      where ${customers.foldedNames} like '%' || fold_text(${text}) || '%'))`;
}

type Loose = Record<string, unknown>;
const linesOf = (data: Readonly<Loose>) => (Array.isArray(data.itens) ? (data.itens as Loose[]) : []);

/** An order without a given total gets the sum of its lines. */
function addUp({ given, after }: PendingRow): void {
  const says = given.total !== undefined && given.total !== null;
  if (says || (given.itens === undefined && after.total !== undefined)) return;
  (after as Loose).total = linesOf(after).reduce((sum, { quantidade, preco }) => {
    const hasFigures = isDecimal(quantidade) && isDecimal(preco);
    return hasFigures ? addDecimals(sum, roundDecimal(multiplyDecimals(quantidade, preco), 2)) : sum;
  }, '0');
}

const isDecimal = (value: unknown): value is string => /^\d{1,15}(\.\d+)?$/.test(String(value));

/** Refuses a date in the future. A line without a unit gets its product's. */
async function refuseFuture(rows: readonly PendingRow[], { tx, ctx }: WritingRecords): Promise<void> {
  const today = localDate(ctx.now(), DEFAULT_TIME_ZONE);
  for (const row of rows)
    if (row.changed.has('data') && String(row.after.data) > today)
      row.refuse('data', 'Um pedido anterior não pode ser de depois de hoje.');
  const bare = rows.flatMap(({ after }) => linesOf(after).filter(({ unidade }) => !unidade));
  const codes = [...new Set(bare.map(({ produto }) => String(produto)))];
  if (codes.length === 0) return;
  const found = await tx
    .select({ code: products.code, unit: products.unit })
    .from(products)
    .where(amongTexts(products.code, codes));
  const units = new Map(found.map(({ code, unit }) => [code, unit]));
  for (const line of bare) line.unidade = units.get(String(line.produto));
}

/** The order fields from which the customer's last purchase is computed. */
const RECKONED = ['cliente', 'data', 'situacao'] as const;

/** Updates only the date of the last purchase: no stock, no titles, no sales figures. */
async function followPastOrders(rows: readonly PendingRow[], { tx }: WritingRecords): Promise<void> {
  const ids = rows.flatMap(({ id }) => id ?? []);
  const written = await tx
    .select({ id: pastOrders.id, customerId: pastOrders.customerId })
    .from(pastOrders)
    .where(amongIds(pastOrders.id, ids));
  const owners = written.map(({ customerId }) => customerId);
  const changed = rows.filter(
    ({ before, changed }) => before !== null && RECKONED.some((key) => changed.has(key)),
  );
  await lockCustomers(tx, owners);
  await recount(
    tx,
    changed.flatMap(({ before, after }) => [String(before?.cliente), String(after.cliente)]),
  );
  await countLastPurchase(tx, owners, { raise: true });
}

async function recount(tx: Tx, documents: readonly string[]): Promise<void> {
  if (documents.length === 0) return;
  const found = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(amongTexts(customers.document, documents));
  await recountCustomers(
    tx,
    found.map(({ id }) => id),
  );
}
