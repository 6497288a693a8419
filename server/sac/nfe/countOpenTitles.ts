import { and, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { customers, invoices, invoiceTitles } from '../../db/tables/index.ts';

/** Says of the customers whether anything of a note that stands is still to be paid: what their badge tells. */
export async function countOpenTitles(tx: Tx, customerIds: readonly number[]): Promise<void> {
  if (customerIds.length === 0) return;
  const owes = sql<boolean>`exists (select from ${invoices} join ${invoiceTitles}
      on ${invoiceTitles.invoiceId} = ${invoices.id} and ${invoiceTitles.paidOn} is null
    where ${invoices.customerId} = ${customers.id} and ${invoices.status} = 'AUTORIZADA')`;
  await tx
    .update(customers)
    .set({ openTitles: owes })
    .where(and(inArray(customers.id, [...new Set(customerIds)]), sql`${customers.openTitles} <> ${owes}`));
}
