import { gunzipSync } from 'node:zlib';
import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import { LOCKS, shareUntilCommit } from '#server/db/advisoryLock.ts';
import type { Tx } from '#server/db/client.ts';
import { branches, nfeDocuments } from '#server/db/tables/index.ts';
import { type IncomingFile, readIncoming, type SettledFile } from '../incoming.ts';
import { writeDocuments } from '../writeDocuments.ts';

type DocumentRow = typeof nfeDocuments.$inferSelect;

/**
 * Held until the commit by everybody who judges notes, together: a recheck of what changed waits for them and so finds the
 * notes that were judged by the facts of before (recheck.ts). Notes are locked only after it, as the recheck does too, so that
 * neither waits for the other. Having it already is no harm.
 */
export const shareKeptNotes = (tx: Tx): Promise<unknown> => shareUntilCommit(tx, LOCKS.keptNotes, '');

/**
 * Judges some of the stored NF-e again: those that are stale, and those whose issuer, or the receiver of whose return, is a
 * branch. Each leaves its group when it is judged. Returns the results, numbered from `place`; none when nothing is left.
 */
export async function judgeWaiting(
  tx: Tx,
  ctx: Context,
  place: number,
  most: number,
): Promise<SettledFile[]> {
  await shareKeptNotes(tx);
  const own = tx.select({ cnpj: branches.cnpj }).from(branches);
  const waiting = await tx
    .select()
    .from(nfeDocuments)
    .where(
      or(
        eq(nfeDocuments.stale, true),
        and(eq(nfeDocuments.state, 'EMITTER'), inArray(nfeDocuments.emitter, own)),
        and(
          eq(nfeDocuments.state, 'EMITTER'),
          eq(nfeDocuments.kind, 'DEVOLUCAO_A_OUTRO'),
          inArray(nfeDocuments.receiver, own),
        ),
      ),
    )
    .orderBy(asc(nfeDocuments.id))
    .limit(most)
    .for('update', { skipLocked: true });
  return judgeAgain(tx, ctx, waiting, { place });
}

/** Reads stored NF-e from their files and writes what they mean today. The caller has locked them. */
export async function judgeAgain(
  tx: Tx,
  ctx: Context,
  documents: readonly DocumentRow[],
  { place = 0, declared = false }: { place?: number; declared?: boolean } = {},
): Promise<SettledFile[]> {
  const files: (IncomingFile & { documentId: number })[] = [];
  for (const [index, { id, key, content, trial }] of documents.entries()) {
    const entry = { name: `${key}.xml`, open: async () => once(gunzipSync(content)) };
    files.push({
      ...(await readIncoming(entry, place + index, { log: ctx.log, trial })),
      documentId: id,
      declared,
    });
  }
  // Documents that can no longer be read would otherwise be judged again and again.
  const unread = files.flatMap(({ read, documentId }) => (read.type === 'REJECTED' ? [documentId] : []));
  if (unread.length > 0)
    await tx
      .update(nfeDocuments)
      .set({ state: 'BESIDE', stale: false })
      .where(inArray(nfeDocuments.id, unread));
  return writeDocuments(tx, ctx, files);
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}
