import { setTimeout } from 'node:timers/promises';
import { eq, inArray, lt } from 'drizzle-orm';
import type { ImportSettings, RecordImport } from '#contract/records/routes/recordImport.ts';
import type { Context, Deps } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { files, recordImports } from '../../db/tables/index.ts';
import { importView, ownImport } from './ownImport.ts';
import { IMPORT_QUEUE, type ImportRecord, runImport } from './runImport.ts';
import { beginTrial, beginWriting, isRunning, scannedFile, startImport } from './startImport.ts';

/**
 * Milliseconds that a call waits for its import, to return the result itself instead of having a screen poll for it; the rest
 * then continues in the background.
 */
const TIMEOUT = 20_000;
/** Milliseconds between two checks while another process does the work. */
const PAUSE = 100;

/**
 * Tries a file, with its columns matched by a preset, an earlier file or their titles, and with the given settings. Nothing is
 * written.
 */
export async function tryFile(
  ctx: Context,
  chave: string,
  fileId: string,
  given: Partial<ImportSettings> = {},
): Promise<RecordImport> {
  const file = await scannedFile(ctx, chave, fileId);
  const idImportacao = await ctx.db.transaction((tx) => startImport(tx, ctx, file));
  return inOneCall(ctx, { chave, idImportacao }, (tx, job) =>
    beginTrial(tx, ctx, job, { columns: job.columns, settings: { ...job.settings, ...given } }),
  );
}

/** Writes the result of a trial; called again, returns the outcome. */
export const writeTried = (ctx: Context, chave: string, idImportacao: string): Promise<RecordImport> =>
  inOneCall(ctx, { chave, idImportacao }, async (tx, job) => {
    const isBegun = !job.dryRun && (isRunning(job) || job.status === 'CONCLUIDO');
    if (!isBegun) await beginWriting(tx, ctx, job);
  });

async function inOneCall(
  ctx: Context,
  named: { chave: string; idImportacao: string },
  begin: (tx: Tx, job: ImportRecord) => Promise<void>,
): Promise<RecordImport> {
  await ctx.db.transaction(async (tx) => begin(tx, await ownImport(tx, ctx, named, { lock: true })));
  // If this process ends before it is done, another one continues; if everything is done by then, it finds nothing to do.
  await ctx.queue?.send(IMPORT_QUEUE, { id: named.idImportacao }, { after: (1.5 * TIMEOUT) / 1000 });
  const signal = AbortSignal.timeout(TIMEOUT);
  for (;;) {
    await runImport(ctx, named.idImportacao, signal);
    const job = await ownImport(ctx.db, ctx, named);
    if (!isRunning(job)) return importView(ctx.db, ctx, job);
    if (signal.aborted) {
      await ctx.queue?.send(IMPORT_QUEUE, { id: job.id });
      return importView(ctx.db, ctx, job);
    }
    await setTimeout(PAUSE);
  }
}

/** How long the file of an import and its refused lines are kept. What was written stays, with its audit. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;
const SWEEP_BATCH = 50;

/** The file is deleted before its row: if the store fails, the row is still there for the next attempt. */
export async function sweepImports(deps: Pick<Deps, 'db' | 'files' | 'now'>): Promise<void> {
  const before = new Date(deps.now().getTime() - RETENTION_MS);
  for (let swept = SWEEP_BATCH; swept === SWEEP_BATCH; )
    swept = await deps.db.transaction(async (tx) => {
      const old = await tx
        .select({ id: recordImports.id, fileId: recordImports.fileId, storedAs: files.storedAs })
        .from(recordImports)
        .leftJoin(files, eq(files.id, recordImports.fileId))
        .where(lt(recordImports.createdAt, before))
        .limit(SWEEP_BATCH)
        .for('update', { of: recordImports, skipLocked: true });
      for (const { storedAs } of old) if (storedAs) await deps.files.remove(storedAs);
      const oldIds = old.map(({ id }) => id);
      const fileIds = old.flatMap(({ fileId }) => (fileId ? [fileId] : []));
      if (oldIds.length > 0) await tx.delete(recordImports).where(inArray(recordImports.id, oldIds));
      if (fileIds.length > 0) await tx.delete(files).where(inArray(files.id, fileIds));
      return old.length;
    });
}
