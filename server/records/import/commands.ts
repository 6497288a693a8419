import { setTimeout } from 'node:timers/promises';
import type { RecordImport } from '../../../contract/records/recordImport.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { importView, ownImport } from './ownImport.ts';
import { IMPORT_QUEUE, type ImportRecord, runImport } from './runImport.ts';
import { beginTrial, beginWriting, isRunning, startImport } from './startImport.ts';

/**
 * Milliseconds that a call waits for its import, to return the result itself instead of having a screen poll for it; the rest
 * then continues in the background.
 */
const TIMEOUT = 20_000;
/** Milliseconds between two checks while another process does the work. */
const PAUSE = 100;

/** Tries a file, with its columns matched by a preset, an earlier file or their titles. Nothing is written. */
export async function tryFile(ctx: Context, chave: string, fileId: string): Promise<RecordImport> {
  const idImportacao = await startImport(ctx, { chave, fileId });
  return inOneCall(ctx, { chave, idImportacao }, (tx, job) => beginTrial(tx, ctx, job, job));
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
