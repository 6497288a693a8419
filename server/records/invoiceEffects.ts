import { inArray, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { customers, invoiceItems, invoices, invoiceTitles } from '../db/tables/index.ts';
import { countLastPurchase, followCancelled } from '../sac/nfe/cancelInvoices.ts';
import { countOpenTitles } from '../sac/nfe/countOpenTitles.ts';
import { serveCustomers } from '../sac/nfe/writeCustomers.ts';
import type { WritingRecords } from './mapping.ts';
import type { PendingRow } from './pendingRow.ts';

const idOf = ({ id }: PendingRow): number => {
  if (id === undefined) throw new Error('the record was not written');
  return id;
};

/** What an invoice means for its customers, and a cancelled one for whoever works with it. */
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
    .where(inArray(invoices.id, ids));
  const written = await tx.select().from(invoices).where(inArray(invoices.id, ids));
  await serveCustomers(
    tx,
    written.map(({ customerId, branchId }) => ({ customerId, branchId })),
  );
  const cancelled = new Set(
    rows
      .filter(({ before, after }) => after.situacao === 'CANCELADA' && before?.situacao !== 'CANCELADA')
      .map(idOf),
  );
  // What a customer no longer bought counts no more; else a later day that somebody entered stays.
  const moved = rows.flatMap(({ before, after }) =>
    before && before.cliente !== after.cliente ? [String(before.cliente)] : [],
  );
  const left = await idsOfDocuments(tx, moved);
  await countLastPurchase(tx, left);
  await countOpenTitles(tx, left);
  await countLastPurchase(
    tx,
    written.map(({ customerId }) => customerId),
    { raise: true },
  );
  await followCancelled(
    tx,
    ctx,
    written.filter(({ id }) => cancelled.has(id)),
    () => ctx.now(),
  );
}

/** Whether the customers still owe something. */
export async function followTitles(rows: readonly PendingRow[], { tx }: WritingRecords): Promise<void> {
  const found = await tx
    .selectDistinct({ customerId: invoices.customerId })
    .from(invoiceTitles)
    .innerJoin(invoices, sql`${invoices.id} = ${invoiceTitles.invoiceId}`)
    .where(inArray(invoiceTitles.id, rows.map(idOf)));
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
    .where(inArray(customers.document, [...documents]));
  return found.map(({ id }) => id);
}
