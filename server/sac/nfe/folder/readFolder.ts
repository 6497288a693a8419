import { and, asc, eq } from 'drizzle-orm';
import { MAX_NFE_FILES } from '#contract/config/nfeImports.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { Context } from '#server/context.ts';
import { nfeImportRows, nfeImports } from '#server/db/tables/index.ts';
import { Refusal } from '#server/errors.ts';
import { isOutage } from '#server/failures.ts';
import { type WorkDeps, workContext } from '#server/jobs/workContext.ts';
import { keepUpload, removeUnlinkedFiles } from '#server/storedFiles.ts';
import { isUnfinishedImport, runNfeImport } from '../runNfeImport.ts';
import { folderAuthor, folderPerson, linkUploads, newImport } from '../startImport.ts';
import {
  type OpenedFile,
  openSeen,
  postpone,
  prepareFolder,
  putAside,
  readyFiles,
  type Seen,
  succeeded,
} from './folderFiles.ts';

const MAX_BYTES = 200 * 1024 * 1024;
/** For a large ZIP, this many reasons are enough. */
const MAX_REASONS = 1_000;
const isZip = (name: string) => /\.zip$/i.test(name);

/** Why the folder is not being read, as a sentence for the screen. */
export class FolderProblem extends Error {}

interface Round {
  deps: WorkDeps;
  ctx: Context;
  folder: string;
  seen: Seen;
  signal: AbortSignal | undefined;
}

type Kept = OpenedFile & { id: string };

/**
 * One round: imports a batch of loose files or one ZIP in the same way as an upload, and moves the files according to the
 * result. Returns how many files were processed. After a crash they are still in place, and reading them again finds them
 * 'equal'. A file that cannot be read or moved is postponed and does not hold up the others.
 */
export async function readFolder(deps: WorkDeps, seen: Seen, signal?: AbortSignal): Promise<number> {
  const folder = deps.settings.nfeDir;
  if (!folder) return 0;
  await prepareFolder(folder);
  const ready = await readyFiles(folder, seen, deps.now(), MAX_NFE_FILES);
  const [first] = ready;
  if (!first) return 0;
  const batch = isZip(first) ? [first] : ready.filter((name) => !isZip(name));
  const round: Round = { deps, ctx: await folderContext(deps), folder, seen, signal };
  if (!(await finishEarlier(round))) return 0;
  const keptFiles: Kept[] = [];
  try {
    const refused = await keepBatch(round, batch, keptFiles);
    if (signal?.aborted) return 0;
    if (keptFiles.length > 0) await importKept(round, keptFiles);
    return refused + keptFiles.length;
  } finally {
    // Otherwise files that no import took would stay as unused for a day, and each round would add more.
    await removeUnlinkedFiles(
      deps,
      keptFiles.map(({ id }) => id),
    ).catch((err) => deps.log.warn({ err }, 'files of the folder of notes were not forgotten'));
  }
}

/**
 * Finishes the folder's imports left by a process that ended before starting new ones: two imports at once would get in each
 * other's way with the same files. Returns false while another process is working on them.
 */
async function finishEarlier({ deps, ctx, signal }: Round): Promise<boolean> {
  const earlier = and(eq(nfeImports.personId, ctx.user.id), isUnfinishedImport);
  const left = async () => deps.db.select({ id: nfeImports.id }).from(nfeImports).where(earlier);
  for (const { id } of await left())
    try {
      await runNfeImport(deps, id, signal);
    } catch (cause) {
      // Another process may have finished it meanwhile and removed its uploads.
      if ((await left()).some((each) => each.id === id)) throw new FolderProblem(UNFINISHED, { cause });
    }
  return (await left()).length === 0;
}

const UNFINISHED =
  'Uma importação anterior da pasta não chega ao fim. O servidor tenta de novo sozinho; cancele-a em Notas por XML para ler os arquivos de novo.';

async function folderContext(deps: WorkDeps): Promise<Context> {
  const user = await folderAuthor(deps.db, deps.settings, await folderPerson(deps.db));
  if (!user) throw new Error('the folder has no author');
  return workContext(deps, deps.db, user, { ip: '', requestId: 'pasta' });
}

/** Stores the files that can be stored, and returns how many were refused right away. */
async function keepBatch(round: Round, batch: readonly string[], kept: Kept[]): Promise<number> {
  let refused = 0;
  try {
    for (const name of batch) {
      if (round.signal?.aborted) break;
      await isolated(round, name, async () => {
        const file = await keep(round, name);
        if (file && 'id' in file) kept.push(file);
        if (!file || 'id' in file) return;
        await putAside(round.folder, file, file.refusal);
        refused++;
      });
    }
  } catch (error) {
    // Importing the files stored so far frees space; the next round handles the rest.
    if (kept.length === 0) throw error;
  }
  return refused;
}

/**
 * Logs and postpones a file that fails. A failure of the store or the database says nothing about the file and is rethrown.
 */
async function isolated({ deps, seen }: Round, name: string, action: () => Promise<void>): Promise<void> {
  try {
    await action();
    succeeded(seen, name);
  } catch (error) {
    if (isOutage(error) || error instanceof Refusal) throw error;
    deps.log.warn({ err: error, file: name }, 'a file of the folder of notes is put off');
    postpone(seen, name, deps.now());
  }
}

/** Checks the file like an upload: by its name, size and content. `null` if it is not in the state last seen. */
async function keep(
  { ctx, folder, seen }: Round,
  name: string,
): Promise<Kept | (OpenedFile & { refusal: string }) | null> {
  const opened = await openSeen(folder, name, seen);
  if (!opened) return null;
  const { handle, ...file } = opened;
  const content = handle.createReadStream();
  try {
    const { id } = await keepUpload(ctx, { name, content }, MAX_BYTES, ['.xml', '.zip']);
    return { ...file, id };
  } catch (error) {
    if (error instanceof Refusal && error.status < 429) return { ...file, refusal: error.message };
    throw error;
  } finally {
    content.destroy();
    await handle.close();
  }
}

async function importKept(round: Round, kept: readonly Kept[]): Promise<void> {
  const { deps, ctx, folder, signal } = round;
  const aside = (file: Kept, refusal: string) =>
    isolated(round, file.name, () => putAside(folder, file, refusal));
  const id = await deps.db.transaction(async (tx) => {
    const files = await linkUploads(
      tx,
      ctx,
      kept.map((file) => file.id),
    );
    return newImport(tx, ctx, { files });
  });
  await runNfeImport(deps, id, signal);
  const [job] = await deps.db.select().from(nfeImports).where(eq(nfeImports.id, id));
  if (signal?.aborted) return;
  const rows = await deps.db
    .select({
      place: nfeImportRows.place,
      name: nfeImportRows.name,
      outcome: nfeImportRows.outcome,
      sentence: nfeImportRows.sentence,
    })
    .from(nfeImportRows)
    .where(eq(nfeImportRows.importId, id))
    .orderBy(asc(nfeImportRows.place));
  const complete = job?.status === 'CONCLUIDO';
  const [only] = kept;
  if (only && isZip(only.name)) {
    if (complete) await aside(only, zipRefusal(only.name, rows));
  }
  // Loose files are numbered in the order in which they were sent.
  else
    for (const [place, file] of kept.entries()) {
      const row = rows.find((each) => each.place === place);
      if (row) await aside(file, row.outcome === 'RECUSADA' ? row.sentence : '');
    }
  if (!complete)
    throw new FolderProblem(
      job?.status === 'CANCELADO'
        ? 'A leitura da pasta foi parada por alguém. Ela recomeça sozinha daqui a alguns minutos.'
        : job?.failure || 'A importação dos arquivos da pasta não chegou ao fim.',
    );
}

type Row = Pick<typeof nfeImportRows.$inferSelect, 'name' | 'outcome' | 'sentence'>;

/** '' if nothing in it was refused. If the corrected ZIP is dropped in again, its other files are 'equal'. */
function zipRefusal(zip: string, rows: readonly Row[]): string {
  const unopened = rows.find(({ name }) => name === zip);
  if (unopened) return unopened.sentence;
  const refused = rows.filter(({ outcome }) => outcome === 'RECUSADA');
  if (refused.length === 0) return '';
  const left = refused.length - MAX_REASONS;
  return [
    `${formatCount(refused.length, 'arquivo recusado', 'arquivos recusados')} de ${rows.length}; os outros foram lidos.`,
    ...refused.slice(0, MAX_REASONS).map(({ name, sentence }) => `${name}: ${sentence}`),
    ...(left > 0 ? [`e mais ${left}.`] : []),
  ].join('\n');
}
