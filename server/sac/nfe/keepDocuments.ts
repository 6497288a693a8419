import { gzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { nfeDocuments } from '../../db/tables/index.ts';
import { documentKey, type JudgedFile } from './incoming.ts';

export type DocumentRow = typeof nfeDocuments.$inferInsert;

/** Set by set; one that was kept before is written over, which only its state and its links may differ in. */
export async function keepDocuments(tx: Tx, rows: readonly DocumentRow[]): Promise<void> {
  const again = rows.filter(({ id }) => id !== undefined);
  const fresh = rows.filter(({ id }) => id === undefined);
  if (fresh.length > 0) await tx.insert(nfeDocuments).values([...fresh]);
  for (const { id, kind, state, invoiceId, refersTo } of again)
    await tx
      .update(nfeDocuments)
      .set({ kind, state, invoiceId: invoiceId ?? null, refersTo: refersTo ?? '' })
      .where(eq(nfeDocuments.id, id as number));
}

export function noteRow(file: JudgedFile): Omit<DocumentRow, 'state'> {
  const { note, digest } = file.read;
  return {
    ...(file.documentId !== undefined && { id: file.documentId }),
    ...documentKey(file),
    kind: file.verdict.kind,
    emitter: note.emitter.document,
    emitterName: note.emitter.name,
    emitterState: note.emitter.address.state,
    issuedOn: note.issuedOn,
    total: note.total,
    refersTo: note.refersTo[0] ?? '',
    digest,
    content: gzipSync(file.content),
  };
}
