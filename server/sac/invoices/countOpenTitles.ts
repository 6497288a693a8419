import { and, asc, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { customers, invoices, invoiceTitles } from '../../db/tables/index.ts';

/**
 * Holds customers, from the lowest number on, whose figures are to be counted: of two who pay the last two titles at
 * once the second counts only when what the first paid stands.
 */
export async function lockCustomers(tx: Tx, customerIds: readonly number[]): Promise<void> {
  if (customerIds.length === 0) return;
  await tx
    .select({ id: customers.id })
    .from(customers)
    .where(inArray(customers.id, [...new Set(customerIds)]))
    .orderBy(asc(customers.id))
    .for('no key update');
}

/** Says of the customers whether anything of a note that stands is still to be paid: what their badge tells. */
export async function countOpenTitles(tx: Tx, customerIds: readonly number[]): Promise<void> {
  if (customerIds.length === 0) return;
  await lockCustomers(tx, customerIds);
  const owes = sql<boolean>`exists (select from ${invoices} join ${invoiceTitles}
      on ${invoiceTitles.invoiceId} = ${invoices.id} and ${invoiceTitles.paidOn} is null
    where ${invoices.customerId} = ${customers.id} and ${invoices.status} = 'AUTORIZADA')`;
  await tx
    .update(customers)
    .set({ openTitles: owes })
    .where(and(inArray(customers.id, [...new Set(customerIds)]), sql`${customers.openTitles} <> ${owes}`));
}
