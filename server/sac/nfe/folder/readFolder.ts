import { createReadStream } from 'node:fs';
import path from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { MOST_NFE_FILES } from '../../../../contract/config/nfeImports.ts';
import { formatCount } from '../../../../contract/rules/formatCount.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/client.ts';
import { nfeImportRows, nfeImports } from '../../../db/tables/index.ts';
import { Refusal } from '../../../errors.ts';
import { type WorkDeps, workContext } from '../../../jobs/workContext.ts';
import { keepUpload } from '../../../storedFiles.ts';
import { runNfeImport } from '../runNfeImport.ts';
import { linkUploads, newImport } from '../startImport.ts';
import { prepareFolder, putAside, readyFiles, type Seen } from './folderFiles.ts';
import { folderAuthor, folderPerson } from './folderPerson.ts';

const MOST_BYTES = 200 * 1024 * 1024;
/** Of a large ZIP the first reasons say enough. */
const MOST_REASONS = 1_000;
const isZip = (name: string) => /\.zip$/i.test(name);

/** Why the folder rests, in a sentence for the screen. */
export class FolderProblem extends Error {}

/**
 * One round: a batch of loose files, or one ZIP, goes the way of an upload, and is put aside by what became of it. Answers
 * how many files were taken. A crash in between leaves them in their place: read again they are 'equal'.
 */
export async function readFolder(deps: WorkDeps, seen: Seen, signal?: AbortSignal): Promise<number> {
  const folder = deps.settings.nfeDir;
  if (!folder) return 0;
  await prepareFolder(folder);
  const ready = await readyFiles(folder, seen, deps.now(), MOST_NFE_FILES);
  const [first] = ready;
  if (!first) return 0;
  const batch = isZip(first) ? [first] : ready.filter((name) => !isZip(name));
  const ctx = await folderContext(deps);
  const stored: { id: string; name: string }[] = [];
  for (const name of batch) {
    if (signal?.aborted) return 0;
    const kept = await keep(ctx, folder, name);
    if (kept.refusal !== undefined) await putAside(folder, name, kept.refusal);
    else if (kept.id) stored.push({ id: kept.id, name });
  }
  if (stored.length > 0) await importStored(deps, ctx, folder, stored, signal);
  return batch.length;
}

async function folderContext(deps: WorkDeps): Promise<Context> {
  const user = await folderAuthor(deps.db, deps.settings, await folderPerson(deps.db));
  if (!user) throw new Error('the folder has no author');
  return workContext(deps, deps.db as unknown as Tx, user, { ip: '', requestId: 'pasta' });
}

/** As an upload is judged: by its name, its size, and what it is. */
async function keep(ctx: Context, folder: string, name: string): Promise<{ id?: string; refusal?: string }> {
  const content = createReadStream(path.join(folder, name));
  try {
    const { id } = await keepUpload(ctx, { name, content }, MOST_BYTES, ['.xml', '.zip']);
    return { id };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    if (error instanceof Refusal && error.status < 429) return { refusal: error.message };
    throw error;
  }
}

async function importStored(
  deps: WorkDeps,
  ctx: Context,
  folder: string,
  stored: readonly { id: string; name: string }[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const id = await deps.db.transaction(async (tx) => {
    const files = await linkUploads(
      tx,
      ctx,
      stored.map((file) => file.id),
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
  const [only] = stored;
  if (only && isZip(only.name)) {
    if (complete) await putAside(folder, only.name, refusalOfZip(rows));
  }
  // Loose files have their places in the order in which they were sent.
  else
    for (const [place, { name }] of stored.entries()) {
      const row = rows.find((each) => each.place === place);
      if (row) await putAside(folder, name, row.outcome === 'RECUSADA' ? row.sentence : '');
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
