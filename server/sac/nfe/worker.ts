import { asc, lt } from 'drizzle-orm';
import type { Deps } from '../../context.ts';
import { nfeImports } from '../../db/tables/index.ts';
import type { WorkQueue } from '../../jobs/queue.ts';
import type { WorkDeps } from '../../jobs/workContext.ts';
import { isUnfinishedImport, runNfeImport } from './runNfeImport.ts';

export const NFE_IMPORTS = 'importacao-de-notas';

/** Imports NF-e in this process, starting with imports that another process left unfinished when it ended. */
export async function workOnNfeImports(deps: WorkDeps, queue: WorkQueue): Promise<void> {
  await queue.work(NFE_IMPORTS, ({ id }, signal) => runNfeImport(deps, String(id), signal));
  const left = await deps.db
    .select({ id: nfeImports.id })
    .from(nfeImports)
    .where(isUnfinishedImport)
    .orderBy(asc(nfeImports.createdAt));
  for (const { id } of left) await queue.send(NFE_IMPORTS, { id });
}

const MONTH = 30 * 24 * 60 * 60 * 1000;

/** The results per file are kept for a month; the NF-e and their signed files stay. */
export const sweepNfeImports = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<unknown> =>
  db.delete(nfeImports).where(lt(nfeImports.createdAt, new Date(now().getTime() - MONTH)));
