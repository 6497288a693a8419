import { gunzipSync } from 'node:zlib';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { branches, nfeDocuments } from '../../db/tables/index.ts';
import type { SettledFile } from './incoming.ts';
import { readIncoming } from './readIncoming.ts';
import { writeDocuments } from './writeDocuments.ts';

/** Some of the notes whose emitter has become a branch; answers what became of them, numbered from `place`. */
export async function takeUpWaiting(
  tx: Tx,
  ctx: Context,
  place: number,
  most: number,
): Promise<SettledFile[]> {
  const own = tx.select({ cnpj: branches.cnpj }).from(branches);
  const waiting = await tx
    .select()
    .from(nfeDocuments)
    .where(and(eq(nfeDocuments.state, 'EMITTER'), inArray(nfeDocuments.emitter, own)))
    .orderBy(asc(nfeDocuments.id))
    .limit(most)
    .for('update', { skipLocked: true });
  const files = [];
  for (const [index, { id, key, content }] of waiting.entries()) {
    const entry = {
      name: `${key}.xml`,
      open: async () => once(gunzipSync(content)),
    };
    files.push({ ...(await readIncoming(entry, place + index, ctx.log)), documentId: id });
  }
  // What cannot be read any more would be taken up again and again.
  const unread = files.flatMap((file) => (file.read.type === 'REJECTED' ? [file.documentId] : []));
  if (unread.length > 0)
    await tx.update(nfeDocuments).set({ state: 'BESIDE' }).where(inArray(nfeDocuments.id, unread));
  return writeDocuments(tx, ctx, files);
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}
