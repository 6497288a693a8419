import { setImmediate as turn } from 'node:timers/promises';
import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { nfeSigners } from '#server/db/tables/index.ts';
import type { WorkDeps } from '#server/jobs/workContext.ts';
import { readSomeAgain } from '../kept/readAgain.ts';
import { loadAuthorities, writeVerdicts } from './signers.ts';

export const JUDGING = 'cadeia-das-notas';

/** Signers per transaction: each costs a few signatures to check. */
const SIGNERS = 100;
/** Whether signers wait for their verdict. A file whose signer cannot be read never has one, and is none of them. */
export const isAnythingUnjudged = async (db: Db): Promise<boolean> =>
  (await db.select({ id: nfeSigners.id }).from(nfeSigners).where(eq(nfeSigners.judged, false)).limit(1))
    .length > 0;

/**
 * Judges the signers that today's authorities have not judged, and reads files again that were stored before signers were
 * recorded. Goes on where it was when the process ends; several processes may do it at once.
 */
export async function judgeAgain(deps: WorkDeps, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await judgeSome(deps.db)) > 0) await turn();
  while (!signal?.aborted && (await readSomeAgain(deps)) > 0) await turn();
}

/** Judges the next signers; several processes take different ones. Returns how many. */
export const judgeSome = (db: Db): Promise<number> =>
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
