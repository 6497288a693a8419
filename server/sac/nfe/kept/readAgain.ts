import { gunzipSync } from 'node:zlib';
import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { NfeLine, NfeNote } from '#contract/rules/nfe/nfeNote.ts';
import { fingerprintOf } from '#server/adapters/nfe/chain/authority.ts';
import type { ReadNote } from '#server/adapters/nfe/readNfeFile.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { invoiceItems, invoices, nfeDocuments } from '#server/db/tables/index.ts';
import { Refusal } from '#server/errors.ts';
import { foreignNfe, foreignOrigin } from '#server/foreign/foreignNfe.ts';
import type { WorkDeps } from '#server/jobs/workContext.ts';
import { signersOf } from '../trust/signers.ts';
import { carrierColumns, FILE_READING } from './fileReading.ts';

/** Files per transaction: each is unpacked and parsed. */
const FILES = 50;

const isOutdated = lt(nfeDocuments.reading, FILE_READING);

/** Whether files are stored that were read before today's columns existed. */
export const isAnythingOutdated = async (db: Db): Promise<boolean> =>
  (await db.select({ id: nfeDocuments.id }).from(nfeDocuments).where(isOutdated).limit(1)).length > 0;

/**
 * Reads the next stored files again, for what is taken from a file today and was not when it came. One that cannot be read any
 * more stays as it is, and is not tried again. Returns how many were looked at; several processes take different ones.
 */
export const readSomeAgain = ({ db, log }: WorkDeps): Promise<number> =>
  db.transaction(async (tx) => {
    const rows = await tx
      .select({
        id: nfeDocuments.id,
        content: nfeDocuments.content,
        invoiceId: nfeDocuments.invoiceId,
        state: nfeDocuments.state,
      })
      .from(nfeDocuments)
      .where(isOutdated)
      .orderBy(asc(nfeDocuments.reading), asc(nfeDocuments.id))
      .limit(FILES)
      .for('update', { skipLocked: true });
    const read = [];
    for (const { id, content, invoiceId, state } of rows) {
      const found = await readKept(gunzipSync(content)).catch((err: unknown) => {
        if (!isUnreadable(err)) throw err;
        log.warn({ err, document: id }, 'a stored file was not read again');
        return null;
      });
      if (found) read.push({ id, invoiceId: state === 'INVOICE' ? invoiceId : null, ...found });
      else await tx.update(nfeDocuments).set({ reading: FILE_READING }).where(eq(nfeDocuments.id, id));
    }
    const signers = await signersOf(tx, read);
    for (const { id, invoiceId, signer, trial, note } of read) {
      await tx
        .update(nfeDocuments)
        .set({
          ...(note && carrierColumns(note)),
          signerId: signers.get(fingerprintOf(signer.certificate)) ?? null,
          ...{ signedAt: signer.at, trial, reading: FILE_READING },
        })
        .where(eq(nfeDocuments.id, id));
      if (note && invoiceId !== null) await writePrices(tx, invoiceId, note.lines);
    }
    return rows.length;
  });

type Kept = Pick<ReadNote, 'signer' | 'trial'> & { note: NfeNote | null };

/** Of a file that today's reader would refuse, at least who signed it. */
async function readKept(content: Buffer): Promise<Kept> {
  try {
    const read = await foreignNfe(content, true);
    return { signer: read.signer, trial: read.trial, note: read.type === 'NOTE' ? read.note : null };
  } catch (err) {
    if (!isUnreadable(err)) throw err;
    return { ...(await foreignOrigin(content)), note: null };
  }
}

/** The file's own fault, as opposed to readers that are all busy. */
const isUnreadable = (err: unknown) => err instanceof Refusal && err.status < 500;

/**
 * The prices as they stand on the note, of lines that have none; a line that is another one there keeps what it has. They are
 * fields of the invoice's form, so that an open one has to notice.
 */
async function writePrices(tx: Tx, invoiceId: number, lines: readonly NfeLine[]): Promise<void> {
  await tx.select({ id: invoices.id }).from(invoices).where(eq(invoices.id, invoiceId)).for('update');
  const lacking = await tx
    .select({ line: invoiceItems.line })
    .from(invoiceItems)
    .where(and(eq(invoiceItems.invoiceId, invoiceId), isNull(invoiceItems.notePrice)));
  const without = new Set(lacking.map(({ line }) => line));
  let written = 0;
  for (const { line, unitPrice, quantity, unit } of lines.filter((each) => without.has(each.line))) {
    const { rowCount } = await tx
      .update(invoiceItems)
      .set({ notePrice: unitPrice })
      .where(
        and(
          eq(invoiceItems.invoiceId, invoiceId),
          eq(invoiceItems.line, line),
          eq(invoiceItems.purchased, quantity),
          eq(invoiceItems.unit, unit),
        ),
      );
    written += rowCount ?? 0;
  }
  if (written === 0) return;
  await tx
    .update(invoices)
    .set({ version: sql`${invoices.version} + 1` })
    .where(eq(invoices.id, invoiceId));
}
