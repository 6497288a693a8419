import { gunzipSync } from 'node:zlib';
import { and, arrayOverlaps, asc, eq, inArray, ne, or } from 'drizzle-orm';
import { codesIn } from '../../../contract/catalogs/cfop.ts';
import type { NoteKind } from '../../../contract/rules/nfe/nfeNote.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { branches, customers, nfeDocuments } from '../../db/tables/index.ts';
import { type IncomingFile, readIncoming, type SettledFile } from './incoming.ts';
import { writeDocuments } from './writeDocuments.ts';

type DocumentRow = typeof nfeDocuments.$inferSelect;

/**
 * Judges some of the stored NF-e again: those whose issuer, or the receiver of whose return, has become a branch, whose codes
 * the company counts as sales by now, whose buyer has become a customer, and those that are stale. Each leaves its group when
 * it is judged. Returns the results, numbered from `place`; none when nothing is left.
 */
export async function judgeWaiting(
  tx: Tx,
  ctx: Context,
  place: number,
  most: number,
): Promise<SettledFile[]> {
  const codes = [...codesIn((await serviceParameters(tx)).cfopsDeVenda ?? '')];
  const own = tx.select({ cnpj: branches.cnpj }).from(branches);
  const waiting = await tx
    .select()
    .from(nfeDocuments)
    .where(
      or(
        eq(nfeDocuments.stale, true),
        codes.length > 0
          ? and(
              eq(nfeDocuments.state, 'BESIDE'),
              inArray(nfeDocuments.kind, BY_CODES),
              arrayOverlaps(nfeDocuments.cfops, codes),
            )
          : undefined,
        and(
          eq(nfeDocuments.state, 'BESIDE'),
          eq(nfeDocuments.kind, 'SEM_DESTINATARIO'),
          ne(nfeDocuments.receiver, ''),
          inArray(nfeDocuments.receiver, tx.select({ document: customers.document }).from(customers)),
        ),
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

/** The kinds that only the codes of a note decide. */
const BY_CODES: NoteKind[] = ['REMESSA', 'ENTREGA_FUTURA', 'SERVICO', 'LANCAMENTO', 'OUTRA'];

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
