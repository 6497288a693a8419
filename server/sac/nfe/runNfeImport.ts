import { and, eq, inArray, sql } from 'drizzle-orm';
import { allows } from '#contract/permissions.ts';
import { MissingFile } from '../../adapters/files/fileStore.ts';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/client.ts';
import { files, nfeImportRows, nfeImports } from '../../db/tables/index.ts';
import { Refusal } from '../../errors.ts';
import { isCollision, isOutage } from '../../failures.ts';
import { markImport } from '../../feed/writeFeed.ts';
import { isTrial } from '../../installationState.ts';
import { MAX_ATTEMPTS, SET_ASIDE } from '../../jobs/attempts.ts';
import { type WorkDeps, workContext } from '../../jobs/workContext.ts';
import { personById } from '../../session/currentUser.ts';
import { removeUnlinkedFiles } from '../../storedFiles.ts';
import {
  type IncomingFile,
  openSources,
  readIncoming,
  type SettledFile,
  type Source,
  type SourceEntry,
  settled,
  UNREADABLE,
} from './incoming.ts';
import { judgeWaiting } from './kept/judgeKept.ts';
import { markChanged } from './kept/recheck.ts';
import { folderAuthor, publishImport } from './startImport.ts';
import { writeDocuments } from './writeDocuments.ts';

/** Files per transaction: few enough that its locks are short, many enough that set-based statements pay off. */
const BATCH = 50;

export type ImportRecord = typeof nfeImports.$inferSelect;
export const isUnfinishedImport = inArray(nfeImports.status, ['NA_FILA', 'EXECUTANDO']);

/** The person may no longer import. */
class PermissionLost extends Error {}

/**
 * Processes the rest of an import, batch by batch, with the permissions that the person has at the time of each. A batch is
 * claimed by advancing the import's position in the batch's own transaction: finished batches are never repeated, even if the
 * process is killed in between or two processes work on the same import. Ends early if the import is cancelled or `signal`
 * aborts.
 */
export async function runNfeImport(deps: WorkDeps, id: string, signal?: AbortSignal): Promise<void> {
  const job = await unfinished(deps.db, id);
  if (!job) return;
  try {
    await importAll(deps, job, signal);
  } catch (error) {
    // If another process has finished the import meanwhile, its files are already gone.
    if (!(error instanceof MissingFile) || (await unfinished(deps.db, id))) throw error;
  }
}

async function importAll(deps: WorkDeps, job: ImportRecord, signal: AbortSignal | undefined): Promise<void> {
  const { id } = job;
  if (!(await begins(deps, id))) return finish(deps, job, 'FALHOU', SET_ASIDE);
  const sources = await openSources(deps, job.files);
  try {
    const total = sources.reduce((sum, { count }) => sum + count, 0);
    await deps.db
      .update(nfeImports)
      .set({ total, status: 'EXECUTANDO', updatedAt: deps.now() })
      .where(and(eq(nfeImports.id, id), isUnfinishedImport));
    const goesOn = await importSources(deps, job, sources, signal);
    // Whoever was told to stop did not fail.
    await deps.db.update(nfeImports).set({ attempts: 0 }).where(eq(nfeImports.id, id));
    if (!goesOn) return;
    while (!signal?.aborted && ((await markChanged(deps.db)) || (await processWaiting(deps, id)) > 0));
    if (!signal?.aborted) await finish(deps, job, 'CONCLUIDO');
  } catch (error) {
    if (!(error instanceof PermissionLost)) throw error;
    await finish(deps, job, 'FALHOU', error.message);
  } finally {
    for (const source of sources) await source.close();
  }
}

/** Counts the attempt before anything is read; false where the file has ended the process too often. */
async function begins({ db }: WorkDeps, id: string): Promise<boolean> {
  const [begun] = await db
    .update(nfeImports)
    .set({ attempts: sql`${nfeImports.attempts} + 1` })
    .where(and(eq(nfeImports.id, id), isUnfinishedImport))
    .returning({ attempts: nfeImports.attempts });
  return !begun || begun.attempts <= MAX_ATTEMPTS;
}

async function unfinished(db: Db, id: string): Promise<ImportRecord | undefined> {
  const [job] = await db
    .select()
    .from(nfeImports)
    .where(and(eq(nfeImports.id, id), isUnfinishedImport));
  return job;
}

/** Returns false if the work stopped early: cancelled, or taken over by another process. */
async function importSources(
  deps: WorkDeps,
  job: ImportRecord,
  sources: readonly Source[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  let batch: IncomingFile[] = [];
  const trial = await isTrial(deps.db);
  // The next files are read and verified while these are being written.
  let written = Promise.resolve(true);
  try {
    for await (const [place, entry] of entriesFrom(sources, job.processed)) {
      if (signal?.aborted) return false;
      batch.push(await readIncoming(entry, place, { log: deps.log, trial }));
      if (batch.length < BATCH) continue;
      if (!(await written)) return false;
      written = writeBatch(deps, job.id, batch);
      // Prevents an unhandled rejection; the error is handled where the result is awaited.
      written.catch(() => {});
      batch = [];
    }
    return (await written) && (await writeBatch(deps, job.id, batch));
  } finally {
    await written.catch(() => {});
  }
}

/** The entries from a position on, each with its position. */
async function* entriesFrom(
  sources: readonly Source[],
  done: number,
): AsyncGenerator<readonly [number, SourceEntry]> {
  let before = 0;
  for (const source of sources) {
    let place = Math.max(before, done);
    if (place < before + source.count)
      for await (const entry of source.entries(place - before)) yield [place++, entry];
    before += source.count;
  }
}

/**
 * Writes the batch together, or one by one if that fails, so that one file that the database rejects does not hold up the
 * others. A file that another import wrote at the same moment is tried `again`, because it exists by then.
 */
async function writeBatch(
  deps: WorkDeps,
  id: string,
  batch: readonly IncomingFile[],
  again = false,
): Promise<boolean> {
  try {
    return await settle(deps, id, batch, (tx, ctx) => writeDocuments(tx, ctx, batch));
  } catch (error) {
    // An unavailable database says nothing about the files: the queue retries.
    if (error instanceof PermissionLost || isOutage(error)) throw error;
    if (batch.length === 1 && !again && isCollision(error)) return writeBatch(deps, id, batch, true);
    deps.log.error({ err: error, import: id, files: batch.map(({ name }) => name) }, 'NF-e batch failed');
    if (batch.length === 1)
      return settle(deps, id, batch, async () =>
        batch.map((file) => settled(file, 'RECUSADA', sentenceOf(error), 'ERRO_INTERNO')),
      );
    for (const file of batch) if (!(await writeBatch(deps, id, [file]))) return false;
    return true;
  }
}

const sentenceOf = (error: unknown): string => (error instanceof Refusal ? error.message : UNREADABLE);

type Writing = (tx: Tx, ctx: Context) => Promise<SettledFile[]>;

function settle(
  deps: WorkDeps,
  id: string,
  batch: readonly IncomingFile[],
  write: Writing,
): Promise<boolean> {
  const [first] = batch;
  if (!first) return Promise.resolve(true);
  return deps.db.transaction(async (tx) => {
    const job = await take(tx, deps, id, first.place, first.place + batch.length);
    if (!job) return false;
    await markImport(tx);
    await keepRows(tx, id, await write(tx, await contextOf(tx, deps, job)));
    await publishImport(tx, job, deps.now());
    return true;
  });
}

async function take(tx: Tx, { now }: WorkDeps, id: string, from: number, to: number) {
  const [taken] = await tx
    .update(nfeImports)
    .set({ processed: to, attempts: 0, updatedAt: now() })
    .where(and(eq(nfeImports.id, id), eq(nfeImports.processed, from), isUnfinishedImport))
    .returning();
  return taken;
}

async function contextOf(tx: Tx, deps: WorkDeps, job: ImportRecord): Promise<Context> {
  const user = (await personById(tx, job.personId)) ?? (await folderAuthor(tx, deps.settings, job.personId));
  if (!user || !allows(user.grants, 'NOTAS_IMPORTAR_XML'))
    throw new PermissionLost(
      'Quem enviou os arquivos já não tem a permissão de importar notas. O que foi gravado fica.',
    );
  return workContext(deps, tx, user, job);
}

async function keepRows(tx: Tx, importId: string, rows: readonly SettledFile[]): Promise<void> {
  if (rows.length > 0) await tx.insert(nfeImportRows).values(rows.map((row) => ({ importId, ...row })));
}

/** Judges stored NF-e again that something new decides about; their result rows come after those of the files. */
function processWaiting(deps: WorkDeps, id: string): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const [job] = await tx
      .select()
      .from(nfeImports)
      .where(and(eq(nfeImports.id, id), isUnfinishedImport))
      .for('update');
    if (!job) return 0;
    const ctx = await contextOf(tx, deps, job);
    const rows = await judgeWaiting(tx, ctx, job.processed, BATCH);
    if (rows.length === 0) return 0;
    await keepRows(tx, id, rows);
    const processed = job.processed + rows.length;
    const [raised] = await tx
      .update(nfeImports)
      .set({ processed, total: Math.max(job.total ?? 0, processed), updatedAt: deps.now() })
      .where(eq(nfeImports.id, id))
      .returning();
    if (raised) await publishImport(tx, raised, deps.now());
    return rows.length;
  });
}

/** The uploads are no longer needed: genuine content is stored with its NF-e. */
async function finish(
  deps: WorkDeps,
  job: ImportRecord,
  status: ImportRecord['status'],
  failure = '',
): Promise<void> {
  const ids = job.files.map(({ id }) => id);
  await deps.db.transaction(async (tx) => {
    const [ended] = await tx
      .update(nfeImports)
      .set({ status, failure, finishedAt: deps.now(), updatedAt: deps.now() })
      .where(and(eq(nfeImports.id, job.id), isUnfinishedImport))
      .returning();
    if (ended) await publishImport(tx, ended, deps.now());
    await tx.update(files).set({ linkedAt: null }).where(inArray(files.id, ids));
  });
  await removeUnlinkedFiles(deps, ids);
}
