import { setImmediate as turn } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { fingerprintOf } from '#server/adapters/nfe/chain/authority.ts';
import type { Db } from '#server/db/client.ts';
import { nfeDocuments, nfeSigners } from '#server/db/tables/index.ts';
import { foreignOrigin } from '#server/foreign/foreignNfe.ts';
import type { WorkDeps } from '#server/jobs/workContext.ts';
import { loadAuthorities, signersOf, writeVerdicts } from './signers.ts';

export const JUDGING = 'cadeia-das-notas';

/** Signers per transaction: each costs a few signatures to check. */
const SIGNERS = 100;
/** Files per transaction: each is unpacked and parsed. */
const FILES = 50;

/** Whether signers wait for their verdict. A file whose signer cannot be read never has one, and is none of them. */
export const isAnythingUnjudged = async (db: Db): Promise<boolean> =>
  (await db.select({ id: nfeSigners.id }).from(nfeSigners).where(eq(nfeSigners.judged, false)).limit(1))
    .length > 0;

/** Whether files are stored whose signers were not read, or could not be. */
export const isAnythingUnread = async (db: Db): Promise<boolean> =>
  (await db.select({ id: nfeDocuments.id }).from(nfeDocuments).where(isNull(nfeDocuments.signerId)).limit(1))
    .length > 0;

/**
 * Judges the signers that today's authorities have not judged, and finds the signers of files that were stored before signers
 * were recorded. Goes on where it was when the process ends; several processes may do it at once.
 */
export async function judgeAgain(deps: WorkDeps, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await judgeSome(deps.db)) > 0) await turn();
  for (let last = 0; !signal?.aborted; ) {
    const next = await readSome(deps, last);
    if (next === null) break;
    last = next;
  }
}

const judgeSome = (db: Db): Promise<number> =>
  db.transaction(async (tx) => {
    // Before any row, as a change of the authorities locks the whole table.
    await tx.execute(sql`lock table ${nfeSigners} in row exclusive mode`);
    const rows = await tx
      .select({ id: nfeSigners.id, certificate: nfeSigners.certificate })
      .from(nfeSigners)
      .where(eq(nfeSigners.judged, false))
      .orderBy(asc(nfeSigners.id))
      .limit(SIGNERS)
      .for('update', { skipLocked: true });
    if (rows.length > 0) await writeVerdicts(tx, rows, await loadAuthorities(tx));
    return rows.length;
  });

/** Reads the next files after an id; returns the last one's id, or `null` when there are none. */
const readSome = ({ db, log }: WorkDeps, after: number): Promise<number | null> =>
  db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: nfeDocuments.id, content: nfeDocuments.content })
      .from(nfeDocuments)
      .where(and(isNull(nfeDocuments.signerId), gt(nfeDocuments.id, after)))
      .orderBy(asc(nfeDocuments.id))
      .limit(FILES)
      .for('update', { skipLocked: true });
    const read = [];
    for (const { id, content } of rows) {
      try {
        read.push({ id, ...(await foreignOrigin(gunzipSync(content))) });
      } catch (err) {
        // It stays unproven, as it was.
        log.warn({ err, document: id }, 'the signer of a stored file was not found');
      }
    }
    const signers = await signersOf(tx, read);
    for (const { id, signer, trial } of read)
      await tx
        .update(nfeDocuments)
        .set({ signerId: signers.get(fingerprintOf(signer.certificate)) ?? null, signedAt: signer.at, trial })
        .where(eq(nfeDocuments.id, id));
    return rows.at(-1)?.id ?? null;
  });
