import { eq, sql } from 'drizzle-orm';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { Tx } from '#server/db/client.ts';
import { amongIds, amongTexts } from '#server/db/conditions.ts';
import { customers, invoiceItems, invoices, invoiceTitles } from '#server/db/tables/index.ts';
import { serveCustomers } from '#server/sac/customers/commands.ts';
import {
  countLastPurchase,
  countOpenTitles,
  lockCustomers,
  noteOnTickets,
  recountCustomers,
  removeUnpaidTitles,
  writeNoteUnits,
} from '#server/sac/invoices/commands.ts';
import type { WritingRecords } from '../../mapping.ts';
import type { StoredRow } from '../../read/storedRow.ts';
import type { PendingRow } from '../../write/pendingRow.ts';

const idOf = ({ id }: PendingRow): number => {
  if (id === undefined) throw new Error('the record was not written');
  return id;
};

/** Updates the customers of written invoices, and for cancelled ones also the tickets about them. */
export async function followInvoices(
  rows: readonly PendingRow[],
  { tx, ctx }: WritingRecords,
): Promise<void> {
  const ids = rows.map(idOf);
  await tx
    .update(invoices)
    .set({
      itemCount: sql`(select count(*)::int from ${invoiceItems} where ${invoiceItems.invoiceId} = ${invoices.id})`,
    })
    .where(amongIds(invoices.id, ids));
  await writeNoteUnits(tx, amongIds(invoiceItems.invoiceId, ids));
  const written = await tx.select().from(invoices).where(amongIds(invoices.id, ids));
  await serveCustomers(
    tx,
    written.map(({ customerId, branchId }) => ({ customerId, branchId })),
  );
  const cancelled = new Set(
    rows
      .filter(({ before, after }) => after.situacao === 'CANCELADA' && before?.situacao !== 'CANCELADA')
      .map(idOf),
  );
  await removeUnpaidTitles(tx, ctx, [...cancelled]);
  // Purchases that no longer count are removed; otherwise a later date that a user entered is kept.
  const changed = rows.filter(({ before, after }) =>
    COUNTED_FIELDS.some((key) => before && before[key] !== after[key]),
  );
  const changedIds = new Set(changed.map(idOf));
  const left = await idsOfDocuments(
    tx,
    changed.map(({ before }) => String(before?.cliente)),
  );
  const recounted = [...left, ...customersOf(written.filter(({ id }) => changedIds.has(id)))];
  await lockCustomers(tx, [...recounted, ...customersOf(written)]);
  await recountCustomers(tx, recounted);
  await countLastPurchase(tx, customersOf(written), { raise: true });
  const day = formatCalendarDate(localDate(ctx.now(), DEFAULT_TIME_ZONE));
  for (const invoice of written)
    if (cancelled.has(invoice.id)) await noteOnTickets(tx, ctx, invoice, `no cadastro em ${day}`);
}

/** The invoice fields from which the customer's figures are computed. */
const COUNTED_FIELDS = ['cliente', 'emissao', 'tipo', 'situacao'] as const;

const customersOf = (written: readonly { customerId: number }[]) =>
  written.map(({ customerId }) => customerId);

/** A deleted invoice no longer counts as a purchase, and nothing is owed for it. */
export async function followRemovedInvoice({ data }: StoredRow, { tx }: WritingRecords): Promise<void> {
  await recountCustomers(tx, await idsOfDocuments(tx, [String(data.cliente)]));
}

/** A deleted title is no longer owed. */
export async function followRemovedTitle({ data }: StoredRow, { tx }: WritingRecords): Promise<void> {
  const found = await tx
    .select({ customerId: invoices.customerId })
    .from(invoices)
    .where(eq(invoices.key, String(data.nota)));
  await countOpenTitles(tx, customersOf(found));
}

/** Updates whether the customers still owe anything. */
export async function followTitles(rows: readonly PendingRow[], { tx }: WritingRecords): Promise<void> {
  const found = await tx
    .selectDistinct({ customerId: invoices.customerId })
    .from(invoiceTitles)
    .innerJoin(invoices, sql`${invoices.id} = ${invoiceTitles.invoiceId}`)
    .where(amongIds(invoiceTitles.id, rows.map(idOf)));
  await countOpenTitles(
    tx,
    found.map(({ customerId }) => customerId),
  );
}

async function idsOfDocuments(tx: Tx, documents: readonly string[]): Promise<number[]> {
  if (documents.length === 0) return [];
  const found = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(amongTexts(customers.document, documents));
  return found.map(({ id }) => id);
}
