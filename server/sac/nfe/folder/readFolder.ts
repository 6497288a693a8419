import { and, asc, eq } from 'drizzle-orm';
import { MOST_NFE_FILES } from '../../../../contract/config/nfeImports.ts';
import { formatCount } from '../../../../contract/rules/format.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/client.ts';
import { nfeImportRows, nfeImports } from '../../../db/tables/index.ts';
import { Refusal } from '../../../errors.ts';
import { type WorkDeps, workContext } from '../../../jobs/workContext.ts';
import { isOutage } from '../../../plugins/databaseFailure.ts';
import { forgetFiles, keepUpload } from '../../../storedFiles.ts';
import { isUnfinishedImport, runNfeImport } from '../runNfeImport.ts';
import { linkUploads, newImport } from '../startImport.ts';
import {
  type OpenedFile,
  openSeen,
  prepareFolder,
  putAside,
  putOff,
  readyFiles,
  type Seen,
  succeeded,
} from './folderFiles.ts';
import { folderAuthor, folderPerson } from './folderPerson.ts';

const MOST_BYTES = 200 * 1024 * 1024;
/** Of a large ZIP the first reasons say enough. */
const MOST_REASONS = 1_000;
const isZip = (name: string) => /\.zip$/i.test(name);

/** Why the folder rests, in a sentence for the screen. */
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
 * One round: a batch of loose files, or one ZIP, goes the way of an upload, and is put aside by what became of it. Answers
 * how many files were taken. A crash in between leaves them in their place: read again they are 'equal'. A file that
 * cannot be read or moved is put off, and keeps no other out.
 */
export async function readFolder(deps: WorkDeps, seen: Seen, signal?: AbortSignal): Promise<number> {
  const folder = deps.settings.nfeDir;
  if (!folder) return 0;
  await prepareFolder(folder);
  const ready = await readyFiles(folder, seen, deps.now(), MOST_NFE_FILES);
  const [first] = ready;
  if (!first) return 0;
  const batch = isZip(first) ? [first] : ready.filter((name) => !isZip(name));
  const round: Round = { deps, ctx: await folderContext(deps), folder, seen, signal };
  if (!(await finishEarlier(round))) return 0;
  const kept: Kept[] = [];
  try {
    const refused = await keepBatch(round, batch, kept);
    if (signal?.aborted) return 0;
    if (kept.length > 0) await importKept(round, kept);
    return refused + kept.length;
  } finally {
    // What no import took would count as unused for a day, and more of it come with each round.
    await forgetFiles(
      deps,
      kept.map(({ id }) => id),
    ).catch((err) => deps.log.warn({ err }, 'files of the folder of notes were not forgotten'));
  }
}

/**
 * What a process that ended left of the folder's imports comes before new ones: in two imports at once the same files
 * would be in each other's way. False while another process is at it.
 */
async function finishEarlier({ deps, ctx, signal }: Round): Promise<boolean> {
  const earlier = and(eq(nfeImports.personId, ctx.user.id), isUnfinishedImport);
  const left = async () => deps.db.select({ id: nfeImports.id }).from(nfeImports).where(earlier);
  for (const { id } of await left())
    try {
      await runNfeImport(deps, id, signal);
    } catch (cause) {
      // Another process may have ended it meanwhile, and taken its uploads away.
      if ((await left()).some((each) => each.id === id)) throw new FolderProblem(UNFINISHED, { cause });
    }
  return (await left()).length === 0;
}

const UNFINISHED =
  'Uma importação anterior da pasta não chega ao fim. O servidor tenta de novo sozinho; cancele-a em Notas por XML para ler os arquivos de novo.';

async function folderContext(deps: WorkDeps): Promise<Context> {
  const user = await folderAuthor(deps.db, deps.settings, await folderPerson(deps.db));
  if (!user) throw new Error('the folder has no author');
  return workContext(deps, deps.db as unknown as Tx, user, { ip: '', requestId: 'pasta' });
}

/** Keeps what can be kept, and answers how many files were refused at once. */
async function keepBatch(round: Round, batch: readonly string[], kept: Kept[]): Promise<number> {
  let refused = 0;
  try {
    for (const name of batch) {
      if (round.signal?.aborted) break;
      await byItself(round, name, async () => {
        const file = await keep(round, name);
        if (file && 'id' in file) kept.push(file);
        if (!file || 'id' in file) return;
        await putAside(round.folder, file, file.refusal);
        refused++;
      });
    }
  } catch (error) {
    // What is kept already makes room once it is imported; the next round meets the rest.
    if (kept.length === 0) throw error;
  }
  return refused;
}

/** A file that fails is told and put off. Where the store or the database fails, nothing is said of the file. */
async function byItself({ deps, seen }: Round, name: string, action: () => Promise<void>): Promise<void> {
  try {
    await action();
    succeeded(seen, name);
  } catch (error) {
    if (isOutage(error) || error instanceof Refusal) throw error;
    deps.log.warn({ err: error, file: name }, 'a file of the folder of notes is put off');
    putOff(seen, name, deps.now());
  }
}

/** As an upload is judged: by its name, its size, and what it is. `null` where it is not what the look saw. */
async function keep(
  { ctx, folder, seen }: Round,
  name: string,
): Promise<Kept | (OpenedFile & { refusal: string }) | null> {
  const opened = await openSeen(folder, name, seen);
  if (!opened) return null;
  const { handle, ...file } = opened;
  const content = handle.createReadStream();
  try {
    const { id } = await keepUpload(ctx, { name, content }, MOST_BYTES, ['.xml', '.zip']);
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
    byItself(round, file.name, () => putAside(folder, file, refusal));
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
    if (complete) await aside(only, refusalOfZip(rows));
  }
  // Loose files have their places in the order in which they were sent.
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

/** '' where nothing of it was refused. Dropped in again after it was mended, the rest of it is 'equal'. */
function refusalOfZip(rows: readonly Row[]): string {
  if (rows.length === 0) return 'O ZIP não traz nenhum XML.';
  const refused = rows.filter(({ outcome }) => outcome === 'RECUSADA');
  if (refused.length === 0) return '';
  const left = refused.length - MOST_REASONS;
  return [
    `${formatCount(refused.length, 'arquivo recusado', 'arquivos recusados')} de ${rows.length}; os outros foram lidos.`,
    ...refused.slice(0, MOST_REASONS).map(({ name, sentence }) => `${name}: ${sentence}`),
    ...(left > 0 ? [`e mais ${left}.`] : []),
  ].join('\n');
}
