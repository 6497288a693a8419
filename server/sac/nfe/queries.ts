import { gunzipSync } from 'node:zlib';
import { and, eq } from 'drizzle-orm';
import { MissingFile } from '../../adapters/files/fileStore.ts';
import type { ReadNote } from '../../adapters/nfe/readNfeFile.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { nfeDocuments } from '../../db/tables/index.ts';
import { isTrial } from '../../installationState.ts';
import { readIncoming } from './incoming.ts';

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

/** `finNFe` of a note with which goods come back. */
const RETURN = '4';

/**
 * The note in a received file if it is a valid one of goods that come back, in a rehearsal also one of the environment for
 * tests; `null` for any other file and for one that is gone. Throws during an outage, which says nothing about the file.
 */
export async function receivedReturnNote(
  { db, files, log }: Pick<Context, 'db' | 'files' | 'log'>,
  { name, storedAs }: { name: string; storedAs: string },
): Promise<ReadNote['note'] | null> {
  try {
    const entry = { name, open: () => files.get(storedAs) };
    const { read } = await readIncoming(entry, 0, { log, trial: await isTrial(db) });
    return read.type === 'NOTE' && read.note.purpose === RETURN ? read.note : null;
  } catch (error) {
    if (error instanceof MissingFile) return null;
    throw error;
  }
}
