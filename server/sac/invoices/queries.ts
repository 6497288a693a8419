import { and, eq, inArray, isNull, notExists, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn, unionAll } from 'drizzle-orm/pg-core';
import { PURCHASED } from '#contract/records/pastOrders.ts';
import type { Decimal } from '#contract/rules/decimal.ts';
import { amongIds } from '#server/db/conditions.ts';
import type { Executor } from '../../db/client.ts';
import {
  invoiceItems,
  invoices,
  invoiceTitles,
  packagings,
  pastOrderItems,
  pastOrders,
} from '../../db/tables/index.ts';
import { authorizedInvoice } from './returnableLines.ts';

export { listInvoices, productsOfInvoice } from './list.ts';
export { judgedTrust, noteTrust, unprovenInvoicesGive } from './noteTrust.ts';

export { cancelledAmong, standsByItself, ticketsOfNotes } from './paperReturns.ts';

export {
  authorizedInvoice,
  type BranchRow,
  type LineUse,
  linesOf,
  linesWith,
  lockLines,
  lockTicketsOfLines,
  packagingsOf,
  returnWindow,
  servingBranch,
  visibleInvoice,
} from './returnableLines.ts';

/** Those of the invoices that an extension has something to extend of. */
export async function invoicesWithOpenTitles(db: Executor, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ id: invoiceTitles.invoiceId })
    .from(invoiceTitles)
    .where(and(amongIds(invoiceTitles.invoiceId, ids), isNull(invoiceTitles.paidOn)));
  return new Set(rows.map(({ id }) => id));
}

/** The columns by which lines can be filtered, whichever kind of document they belong to. */
export interface PurchaseColumns {
  customerId: PgColumn;
  branchId: PgColumn;
  productId: PgColumn;
  /** A date without time. */
  boughtOn: PgColumn;
}

/**
 * Goods are invoiced after they were ordered: an order from outside the console and an invoice issued up to this many days
 * later are one purchase.
 */
const BILLED_WITHIN = 15;

const billed = alias(invoices, 'billed');

const billedItems = alias(invoiceItems, 'billed_items');

/**
 * Every line that customers bought: those of valid sales invoices, and those of orders placed before or outside the console
 * that no invoice covers. `which` is applied to both, so that each is found through its own index. A document is identified
 * by `paperId` and whether it is an invoice; `units` is the quantity in the product's own unit, as far as its packagings
 * determine it.
 */
export function purchases(db: Executor, which: (line: PurchaseColumns) => SQL | undefined) {
  const invoiced = db
    .select({
      paperId: invoices.id,
      number: sql<string>`${invoices.number}::text`.as('number'),
      invoiced: sql<boolean>`true`.as('invoiced'),
      customerId: invoices.customerId,
      productId: invoiceItems.productId,
      boughtOn: invoices.issuedOn,
      quantity: sql<Decimal>`${invoiceItems.purchased}`.as('quantity'),
      unit: invoiceItems.unit,
      units: unitsOf(invoiceItems.purchased, invoiceItems).as('units'),
      price: sql<Decimal>`${invoiceItems.unitPriceNoTax}`.as('price'),
    })
    .from(invoices)
    .innerJoin(invoiceItems, eq(invoiceItems.invoiceId, invoices.id))
    .where(
      and(
        authorizedInvoice,
        eq(invoices.kind, 'VENDA'),
        which({ ...invoices, productId: invoiceItems.productId, boughtOn: invoices.issuedOn }),
      ),
    );
  const ordered = db
    .select({
      paperId: pastOrders.id,
      number: sql<string>`${pastOrders.number}`.as('number'),
      invoiced: sql<boolean>`false`.as('invoiced'),
      customerId: pastOrders.customerId,
      productId: pastOrderItems.productId,
      boughtOn: pastOrders.orderedOn,
      quantity: sql<Decimal>`${pastOrderItems.quantity}`.as('quantity'),
      unit: pastOrderItems.unit,
      units: unitsOf(pastOrderItems.quantity, pastOrderItems).as('units'),
      price: sql<Decimal>`${pastOrderItems.price}`.as('price'),
    })
    .from(pastOrders)
    .innerJoin(pastOrderItems, eq(pastOrderItems.orderId, pastOrders.id))
    .where(
      and(
        inArray(pastOrders.status, PURCHASED),
        which({ ...pastOrders, productId: pastOrderItems.productId, boughtOn: pastOrders.orderedOn }),
        notExists(billedAfter(db)),
      ),
    );
  return unionAll(invoiced, ordered).as('purchases');
}

/** An invoice for the same goods, to the same customer and from the same branch. */
const billedAfter = (db: Executor) =>
  db
    .select({ id: billed.id })
    .from(billed)
    .innerJoin(billedItems, eq(billedItems.invoiceId, billed.id))
    .where(
      and(
        eq(billed.customerId, pastOrders.customerId),
        eq(billed.branchId, pastOrders.branchId),
        eq(billed.status, 'AUTORIZADA'),
        eq(billedItems.productId, pastOrderItems.productId),
        sql`${billed.issuedOn} between ${pastOrders.orderedOn} and ${pastOrders.orderedOn} + ${BILLED_WITHIN}::int`,
      ),
    );

/** A unit used by several packagings is ambiguous, so the quantity is not converted. */
const unitsOf = (quantity: PgColumn, line: { productId: PgColumn; unit: PgColumn }) =>
  sql<Decimal>`trim_scale(${quantity} * coalesce((
    select case when count(*) = 1 then max(${packagings.conversionFactor}) end from ${packagings}
    where ${packagings.productId} = ${line.productId} and ${packagings.unit} = ${line.unit}), 1))`;
