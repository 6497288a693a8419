import { asc, eq, lt, notExists, sql } from 'drizzle-orm';
import type { Deps } from '../../context.ts';
import { nfeDocuments, nfeImports, nfeSigners } from '../../db/tables/index.ts';
import type { WorkQueue } from '../../jobs/queue.ts';
import type { WorkDeps } from '../../jobs/workContext.ts';
import { isAnythingOutdated } from './kept/readAgain.ts';
import { isUnfinishedImport, runNfeImport } from './runNfeImport.ts';
import { addConfiguredAuthorities } from './trust/authorities.ts';
import { isAnythingUnjudged, JUDGING, judgeAgain } from './trust/judgeAgain.ts';

export const NFE_IMPORTS = 'importacao-de-notas';

/** Imports NF-e in this process, starting with imports that another process left unfinished when it ended. */
export async function workOnNfeImports(deps: WorkDeps, queue: WorkQueue): Promise<void> {
  const underWay = () =>
    deps.db
      .select({ id: nfeImports.id, state: sql<string>`${nfeImports.updatedAt}::text` })
      .from(nfeImports)
      .where(eq(nfeImports.status, 'EXECUTANDO'));
  await queue.work(NFE_IMPORTS, ({ id }, signal) => runNfeImport(deps, String(id), signal), underWay);
  const left = await deps.db
    .select({ id: nfeImports.id })
    .from(nfeImports)
    .where(isUnfinishedImport)
    .orderBy(asc(nfeImports.createdAt));
  for (const { id } of left) await queue.send(NFE_IMPORTS, { id });
}

/** Judges in this process who signed the stored files, after the certificates that the server is set up with were added. */
export async function workOnNfeTrust(deps: WorkDeps, queue: WorkQueue): Promise<void> {
  await queue.work(JUDGING, (_, signal) => judgeAgain(deps, signal));
  await addConfiguredAuthorities(deps);
  if ((await isAnythingUnjudged(deps.db)) || (await isAnythingOutdated(deps.db)))
    await queue.send(JUDGING, {});
}

const MONTH = 30 * 24 * 60 * 60 * 1000;

/**
 * The results per file are kept for a month; the NF-e and their signed files stay. A signer leaves with the last file that it
 * signed.
 */
export async function sweepNfeImports({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(nfeImports).where(lt(nfeImports.createdAt, new Date(now().getTime() - MONTH)));
  const theirs = db
    .select({ one: sql`1` })
    .from(nfeDocuments)
    .where(eq(nfeDocuments.signerId, nfeSigners.id));
  await db.delete(nfeSigners).where(notExists(theirs));
}
