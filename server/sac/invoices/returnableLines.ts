import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { type Decimal, parseDecimal } from '#contract/rules/decimal.ts';
import type { ReturnUnit } from '#contract/rules/tickets/returnUnits.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context, User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { amongIds } from '../../db/conditions.ts';
import {
  branches,
  customerBranches,
  customers,
  invoiceItems,
  invoices,
  packagings,
  products,
  ticketItems,
  tickets,
} from '../../db/tables/index.ts';
import { branchScope, customerScope } from '../../session/scope.ts';
import { judgedTrust, noteTrust } from './noteTrust.ts';
import { papersOf } from './paperReturns.ts';
import { type InvoiceLine, windowStart } from './rules.ts';

export type BranchRow = typeof branches.$inferSelect;

/** A branch that serves a customer, if the person may see both. */
export async function servingBranch(
  db: Executor,
  user: User,
  customerId: number,
  branchId: number,
): Promise<BranchRow | undefined> {
  const [row] = await db
    .select({ branch: branches })
    .from(customerBranches)
    .innerJoin(customers, eq(customers.id, customerBranches.customerId))
    .innerJoin(branches, eq(branches.id, customerBranches.branchId))
    .where(
      and(
        eq(customerBranches.customerId, customerId),
        eq(customerBranches.branchId, branchId),
        customerScope(user),
        branchScope(user),
      ),
    );
  return row?.branch;
}

/** The oldest issue date of an invoice that can still be returned, in the branch's time zone. */
export async function returnWindow(
  db: Executor,
  { id, timeZone }: Pick<BranchRow, 'id' | 'timeZone'>,
  now: () => Date,
): Promise<CalendarDate> {
  const { diasLimiteDevolucao } = await serviceParameters(db, id);
  return windowStart(localDate(now(), timeZone), diasLimiteDevolucao);
}

/** An invoice by its 44-character key, if the person may see its customer and branch. */
export async function visibleInvoice({ db, user }: Pick<Context, 'db' | 'user'>, key: string) {
  const [row] = await db
    .select({ invoice: invoices, branch: branches })
    .from(invoices)
    .innerJoin(customers, eq(customers.id, invoices.customerId))
    .innerJoin(branches, eq(branches.id, invoices.branchId))
    .where(and(eq(invoices.key, key), customerScope(user), branchScope(user)));
  return row;
}

/** Invoice lines ordered by invoice and line, each with the quantity that tickets hold of it. */
export async function linesWith(db: Executor, condition: SQL | undefined): Promise<InvoiceLine[]> {
  const rows = await db
    .select(lineColumns)
    .from(invoiceItems)
    .innerJoin(invoices, eq(invoices.id, invoiceItems.invoiceId))
    .innerJoin(products, eq(products.id, invoiceItems.productId))
    .where(condition)
    .orderBy(asc(invoiceItems.invoiceId), asc(invoiceItems.line));
  return withPackagings(db, await withHolds(db, await judgedTrust(db, rows)));
}

/**
 * Locks the lines until the transaction ends, so that no other transaction takes from them. Everyone locks in id order, so
 * deadlocks cannot occur; the held quantities are read by a statement after the lock, which sees what the previous
 * transaction wrote.
 */
export async function lockLines(db: Executor, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .select({ id: invoiceItems.id })
    .from(invoiceItems)
    .where(amongIds(invoiceItems.id, ids))
    .orderBy(asc(invoiceItems.id))
    .for('update');
}

/**
 * Locks the tickets that have one of these lines, in id order, for who is about to change the lines themselves: commands of a
 * ticket lock it before its lines, and what the change makes of the ticket's figures is written by a trigger, too late for that.
 */
export async function lockTicketsOfLines(db: Executor, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const holders = db
    .select({ id: ticketItems.ticketId })
    .from(ticketItems)
    .where(amongIds(ticketItems.invoiceItemId, ids));
  await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(inArray(tickets.id, holders))
    .orderBy(asc(tickets.id))
    .for('no key update');
}

/** What was purchased of a line, in its unit, and what of that is gone, in base units. */
export type LineUse = Pick<
  InvoiceLine,
  'id' | 'unit' | 'factor' | 'baseUnit' | 'purchased' | 'returned' | 'held' | 'papers'
>;

/** The purchased, returned and held quantities of these lines. */
export async function linesOf(db: Executor, ids: readonly number[]): Promise<LineUse[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      id: invoiceItems.id,
      unit: invoiceItems.unit,
      factor: invoiceItems.factor,
      baseUnit: invoiceItems.baseUnit,
      purchased: invoiceItems.purchased,
      returned: invoiceItems.returned,
    })
    .from(invoiceItems)
    .where(amongIds(invoiceItems.id, ids));
  return withHolds(db, rows);
}

const lineColumns = {
  id: invoiceItems.id,
  line: invoiceItems.line,
  invoiceId: invoiceItems.invoiceId,
  invoiceNumber: invoices.number,
  productId: invoiceItems.productId,
  description: invoiceItems.description,
  unit: invoiceItems.unit,
  factor: invoiceItems.factor,
  baseUnit: invoiceItems.baseUnit,
  productUnit: products.unit,
  fractional: products.fractional,
  purchased: invoiceItems.purchased,
  returned: invoiceItems.returned,
  unitPrice: invoiceItems.unitPrice,
  unitPriceNoTax: invoiceItems.unitPriceNoTax,
  notePrice: invoiceItems.notePrice,
  code: products.code,
  brand: products.brand,
  photoRequired: products.photoRequired,
  unavailable: products.unavailable,
  imageId: products.imageId,
  returnable: invoiceItems.returnable,
  status: invoices.status,
  trust: noteTrust,
};

/** Invoices that give rights, that is, not cancelled ones. */
export const authorizedInvoice = eq(invoices.status, 'AUTORIZADA');

/** Holds are read before papers: a ticket that is cancelled in between leaves its quantity to its note, and it is seen twice. */
async function withHolds<R extends { id: number }>(
  db: Executor,
  rows: R[],
): Promise<(R & Pick<InvoiceLine, 'held' | 'papers'>)[]> {
  const ids = rows.map(({ id }) => id);
  const holds = await heldOf(db, ids);
  const papers = await papersOf(db, ids);
  return rows.map((row) => ({
    ...row,
    held: holds.get(row.id) ?? '0',
    papers: papers.get(row.id) ?? '0',
  }));
}

async function withPackagings<R extends { productId: number }>(
  db: Executor,
  rows: R[],
): Promise<(R & Pick<InvoiceLine, 'packagings'>)[]> {
  const byProduct = await packagingsOf(
    db,
    rows.map(({ productId }) => productId),
  );
  return rows.map((row) => ({ ...row, packagings: byProduct.get(row.productId) ?? [] }));
}

/** The packagings of products, as units of a return. */
export async function packagingsOf(
  db: Executor,
  productIds: readonly number[],
): Promise<Map<number, ReturnUnit[]>> {
  if (productIds.length === 0) return new Map();
  const found = await db
    .select({ productId: packagings.productId, unit: packagings.unit, factor: packagings.conversionFactor })
    .from(packagings)
    .where(amongIds(packagings.productId, [...new Set(productIds)]));
  const byProduct = new Map<number, ReturnUnit[]>();
  for (const { productId, unit, factor } of found) {
    const linesOfProduct = byProduct.get(productId) ?? [];
    linesOfProduct.push({ unit, factor: parseDecimal(factor) ?? '1' });
    byProduct.set(productId, linesOfProduct);
  }
  return byProduct;
}

/** The base units that ticket lines hold, by invoice line; a line without any is absent. */
async function heldOf(db: Executor, ids: readonly number[]): Promise<Map<number, Decimal>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: sql<number>`${ticketItems.invoiceItemId}`, held: sql<Decimal>`sum(${ticketItems.held})` })
    .from(ticketItems)
    .where(and(amongIds(ticketItems.invoiceItemId, ids), gt(ticketItems.held, '0')))
    .groupBy(ticketItems.invoiceItemId);
  return new Map(rows.map(({ id, held }) => [id, held]));
}
