import { gunzipSync } from 'node:zlib';
import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { nfeDocuments } from '../../db/tables/index.ts';

/** Whether the invoice was imported from a file signed by its issuer. */
export const isSigned = async (db: Executor, invoiceId: number): Promise<boolean> =>
  (await db.$count(nfeDocuments, eq(nfeDocuments.invoiceId, invoiceId))) > 0;

/** The XML of an invoice as signed by its issuer and authorised by the tax authority, if it was imported. */
export async function signedFile(db: Executor, invoiceId: number): Promise<Buffer | null> {
  const [row] = await db
    .select({ content: nfeDocuments.content })
    .from(nfeDocuments)
    .where(and(eq(nfeDocuments.invoiceId, invoiceId), eq(nfeDocuments.state, 'INVOICE')))
    .limit(1);
  return row ? gunzipSync(row.content) : null;
}
