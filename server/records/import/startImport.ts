import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { ImportType } from '#contract/records/routes/imports.ts';
import { columnFields, itemOfPath, lineOfPath } from '#contract/rules/imports/matchColumns.ts';
import { isOfObjects, type OpenContent } from '../../adapters/spreadsheet/sheetShape.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { files, recordImportRefusals, recordImports, type SheetShape } from '../../db/tables/index.ts';
import { invalid, notFound, refused } from '../../errors.ts';
import { foreignShape } from '../../foreign/foreignSheets.ts';
import { definitionHash } from '../custom/documentStorage.ts';
import { analyzeHead, likeliestSheet } from './analyzeHead.ts';
import { importTarget, requireImport } from './importTarget.ts';
import { knownFor, matchedBefore, presetsOf } from './presets.ts';
import { contentOf, type ImportRecord } from './runImport.ts';

/** The file of a new import, which must belong to the person and not be used for anything yet. */
interface ScannedFile {
  chave: string;
  type: ImportType;
  unused: SQL | undefined;
  open: OpenContent;
  /** Undefined if there is no such file. */
  shape: SheetShape | undefined;
}

/** Detects the format of a file. Scanning a large workbook takes longer than a transaction should stay open. */
export async function scannedFile(ctx: Context, chave: string, fileId: string): Promise<ScannedFile> {
  const target = await importTarget(ctx.db, chave);
  requireImport(ctx.user, target);
  const unused = and(eq(files.id, fileId), eq(files.ownerId, ctx.user.id), isNull(files.linkedAt));
  const [given] = await ctx.db.select().from(files).where(unused);
  const open = () => ctx.files.get(given?.storedAs ?? '');
  const shape = given && (await likeliestSheet(open, await foreignShape(open, given.name), target.type));
  return { chave, type: target.type, unused, open, shape };
}

/** Attaches the file to a new import; its columns are matched before the user is asked anything. */
export async function startImport(
  tx: Tx,
  ctx: Context,
  { chave, type, unused, open, shape }: ScannedFile,
): Promise<string> {
  const [file] = await tx.select().from(files).where(unused).for('update');
  if (!file || !shape) throw notFound();
  const presets = await presetsOf(tx, chave);
  const before = await matchedBefore(tx, chave, ctx.user.id);
  const look = await analyzeHead(open, shape, type, { known: knownFor([...presets, ...before]) });
  await tx.update(files).set({ linkedAt: ctx.now() }).where(eq(files.id, file.id));
  const [started] = await tx
    .insert(recordImports)
    .values({
      type: chave,
      personId: ctx.user.id,
      fileId: file.id,
      fileName: file.name,
      shape,
      ...look,
      preset: knownFor(presets)(look.headings)?.name ?? null,
      ip: ctx.ip,
      requestId: ctx.requestId,
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    })
    .returning({ id: recordImports.id });
  if (!started) throw new Error('the import was not recorded');
  return started.id;
}

/** The state of an import that has done nothing yet or is about to start over. */
export const NOTHING_DONE = {
  lastLine: 0,
  attempts: 0,
  read: 0,
  created: 0,
  changed: 0,
  equal: 0,
  refused: 0,
  changes: [],
  kept: 0,
  keptFields: [],
  failure: null,
  finishedAt: null,
};

/** Starts a trial with exactly these columns and settings; nothing is written. */
export async function beginTrial(
  tx: Tx,
  ctx: Context,
  job: ImportRecord,
  { columns, settings }: Pick<ImportRecord, 'columns' | 'settings'>,
) {
  const { type } = await importTarget(tx, job.type);
  checkColumns(type, job, columns);
  const analyzed = () => ({ headings: job.headings, columns, settings });
  const line = job.headingLine;
  const { doubts } = await analyzeHead(await contentOf(tx, ctx.files, job), job.shape, type, {
    line,
    known: analyzed,
  });
  await begin(tx, ctx, job, { dryRun: true, tried: false, columns, settings, doubts });
}

/** Starts writing what was tried. Refuses an import that was not tried, or whose type has changed since. */
export async function beginWriting(tx: Tx, ctx: Context, job: ImportRecord) {
  if (!job.tried) throw refused('SIMULE_ANTES', 'Simule com estas colunas antes de gravar.');
  // A field may have a different meaning by now, and the user has not seen what would be written.
  if ((await definitionHash(tx, job.type)) !== job.definition)
    throw refused('CADASTRO_MUDOU', 'O cadastro mudou depois da simulação. Simule de novo antes de gravar.');
  // A standard type changes only with an update of the console.
  checkColumns((await importTarget(tx, job.type)).type, job, job.columns);
  await begin(tx, ctx, job, { dryRun: false, tried: false });
}

/** Queues the import for the worker, starting at its first line. */
async function begin(tx: Tx, ctx: Context, job: ImportRecord, set: Partial<ImportRecord>) {
  const definition = await definitionHash(tx, job.type);
  await tx
    .update(recordImports)
    .set({ ...NOTHING_DONE, ...set, definition, status: 'NA_FILA', ip: ctx.ip, requestId: ctx.requestId })
    .where(eq(recordImports.id, job.id));
  await tx.delete(recordImportRefusals).where(eq(recordImportRefusals.importId, job.id));
}

/** Each field may be filled by only one column, and the record's key must be covered. */
function checkColumns(
  type: ImportType,
  job: Pick<ImportRecord, 'shape'>,
  columns: readonly (string | null)[],
) {
  const paths = columns.filter((path): path is string => path !== null);
  const columnPaths = new Set(columnFields(type.campos).map(({ path }) => path));
  const unknown = paths.find((path) => !columnPaths.has(path));
  if (unknown !== undefined) throw invalid({ colunas: `O campo ${unknown} não existe neste cadastro.` });
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined)
    throw invalid({
      colunas: `O campo ${type.campos[twice]?.titulo ?? twice} foi escolhido em duas colunas.`,
    });
  const lists = new Set(paths.flatMap((path) => lineOfPath(path)?.list ?? []));
  const both = paths.find((path) => lists.has(itemOfPath(path)?.list ?? ''));
  if (both !== undefined)
    throw invalid({
      colunas: `Os itens de ${type.campos[both.split('/')[0] ?? '']?.titulo ?? both} vêm ou em colunas, ou em uma linha por item. Escolha uma das formas.`,
    });
  const hasKey = type.codigo.every((key) => paths.includes(key));
  if (!isOfObjects(job.shape) && !hasKey && !paths.some((path) => path.startsWith('codigosExternos/')))
    throw invalid({
      colunas: `Escolha a coluna de ${type.codigo.map((key) => type.campos[key]?.titulo ?? key).join(' e ')}: por ela cada registro é reconhecido.`,
    });
}

export const isRunning = ({ status }: Pick<ImportRecord, 'status'>) =>
  status === 'NA_FILA' || status === 'EXECUTANDO';
