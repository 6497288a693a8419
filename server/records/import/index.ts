import { and, desc, eq, isNull } from 'drizzle-orm';
import { importRoutes } from '../../../contract/records/imports.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { importFields } from '../../../contract/rules/imports/matchColumns.ts';
import { type SheetShape, shapeOf } from '../../adapters/spreadsheet/sheetShape.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { files, recordImportRefusals, recordImports } from '../../db/tables/index.ts';
import { invalid, notFound, refused } from '../../errors.ts';
import { withIdempotency } from '../../idempotency.ts';
import { implement } from '../../implement.ts';
import { requireVersion } from '../../requireVersion.ts';
import { requireRecords } from '../access.ts';
import { mappedType } from '../mappedType.ts';
import { lookAt } from './lookAt.ts';
import { importSummary, importView, ownImport } from './ownImport.ts';
import { dropPreset, keepPreset, knownFor, matchedBefore, presetsOf } from './presets.ts';
import { refusedFile } from './refusedFile.ts';
import { contentOf, IMPORT_QUEUE, type ImportRecord } from './runImport.ts';

type Routes = typeof importRoutes;

export const importImplementation = implement(importRoutes, {
  async list({ params }, ctx) {
    requireRecords(ctx.user, (await mappedType(ctx.db, params.chave)).type, 'importar');
    const rows = await ctx.db
      .select()
      .from(recordImports)
      .where(and(eq(recordImports.personId, ctx.user.id), eq(recordImports.type, params.chave)))
      .orderBy(desc(recordImports.createdAt))
      .limit(20);
    return { itens: rows.map((row) => importSummary(row, ctx.user.name)) };
  },
  start,
  async get({ params }, ctx) {
    return { data: await importView(ctx.db, ctx, await ownImport(ctx.db, ctx, params)) };
  },
  match,
  run({ params, body }, ctx) {
    return changed(ctx, params, body.versao, async (tx, job) => {
      if (!job.tried) throw refused('SIMULE_ANTES', 'Simule com estas colunas antes de gravar.');
      await begin(tx, ctx, job, { dryRun: false, tried: false });
      return job;
    });
  },
  async cancel({ params }, ctx) {
    const job = await ctx.db.transaction(async (tx) => {
      const found = await ownImport(tx, ctx, params, { lock: true });
      if (!isRunning(found)) return found;
      const now = ctx.now();
      const [stopped] = await tx
        .update(recordImports)
        .set({ status: 'CANCELADO', version: found.version + 1, finishedAt: now, updatedAt: now })
        .where(eq(recordImports.id, found.id))
        .returning();
      return stopped ?? found;
    });
    return { data: await importView(ctx.db, ctx, job) };
  },
  refused: refusedFile,
  async presets({ params }, ctx) {
    requireRecords(ctx.user, (await mappedType(ctx.db, params.chave)).type, 'importar');
    const found = await presetsOf(ctx.db, params.chave);
    return {
      itens: found.map(({ name, headings, columns, settings }) => ({
        nome: name,
        titulos: headings,
        colunas: columns,
        ajustes: settings,
      })),
    };
  },
  async savePreset({ params, body }, ctx) {
    const nome = body.nome.trim();
    await ctx.db.transaction(async (tx) => {
      const { type, headings, columns, settings } = await ownImport(tx, ctx, params, { lock: true });
      const by = { id: ctx.user.id, at: ctx.now() };
      await keepPreset(tx, type, { name: nome, headings, columns, settings }, by);
      await tx.update(recordImports).set({ preset: nome }).where(eq(recordImports.id, params.idImportacao));
      await audit(tx, ctx, {
        action: 'SALVAR',
        entity: 'import_presets',
        entityId: `${type}/${nome}`,
        after: { titulos: headings, colunas: columns, ajustes: { ...settings } },
      });
    });
    return { data: { message: `Modelo "${nome}" guardado.` } };
  },
  async removePreset({ params }, ctx) {
    requireRecords(ctx.user, (await mappedType(ctx.db, params.chave)).type, 'importar');
    await ctx.db.transaction(async (tx) => {
      await dropPreset(tx, params.chave, params.nome);
      await audit(tx, ctx, {
        action: 'EXCLUIR',
        entity: 'import_presets',
        entityId: `${params.chave}/${params.nome}`,
      });
    });
    return { data: { message: `Modelo "${params.nome}" excluído.` } };
  },
});

/** The file becomes the import's; how it is written and what its columns are is found out before anything is asked. */
async function start(
  { params, body }: Input<Routes['start']>,
  ctx: Context,
): Promise<Output<Routes['start']>> {
  const { type } = await mappedType(ctx.db, params.chave);
  requireRecords(ctx.user, type, 'importar');
  const id = await withIdempotency(ctx, 'imports.start', { params, body }, async (tx) => {
    const [file] = await tx
      .select({ id: files.id, name: files.name, storedAs: files.storedAs })
      .from(files)
      .where(and(eq(files.id, body.arquivo.id), eq(files.ownerId, ctx.user.id), isNull(files.linkedAt)))
      .for('update');
    if (!file) throw notFound();
    const open = () => ctx.files.get(file.storedAs);
    const shape = await shapeOf(open, file.name);
    const presets = await presetsOf(tx, params.chave);
    const before = await matchedBefore(tx, params.chave, ctx.user.id);
    const look = await lookAt(open, shape, type, { known: knownFor([...presets, ...before]) });
    await tx.update(files).set({ linkedAt: ctx.now() }).where(eq(files.id, file.id));
    const [made] = await tx
      .insert(recordImports)
      .values({
        type: params.chave,
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
    if (!made) throw new Error('the import was not recorded');
    return made.id;
  });
  const job = await ownImport(ctx.db, ctx, { chave: params.chave, idImportacao: id });
  return { data: await importView(ctx.db, ctx, job) };
}

/** Another sheet or title line: looked at anew. Columns or settings: tried. */
function match({ params, body }: Input<Routes['match']>, ctx: Context): Promise<Output<Routes['match']>> {
  return changed(ctx, params, body.versao, async (tx, job) => {
    if (body.planilha !== undefined || body.linhaTitulo !== undefined)
      return lookedAtAnew(tx, ctx, job, { sheet: body.planilha, line: body.linhaTitulo });
    const { colunas: columns = job.columns, ajustes: settings = job.settings } = body;
    await checkColumns(tx, job, columns);
    const known = () => ({ headings: job.headings, columns, settings });
    const line = job.headingLine || undefined;
    const { doubts } = await lookAt(
      await contentOf(tx, ctx.files, job),
      job.shape,
      (await mappedType(tx, job.type)).type,
      {
        line,
        known,
      },
    );
    await begin(tx, ctx, job, { dryRun: true, tried: false, columns, settings, doubts });
    return job;
  });
}

async function lookedAtAnew(
  tx: Tx,
  ctx: Context,
  job: ImportRecord,
  { sheet, line }: { sheet?: number | undefined; line?: number | undefined },
) {
  const open = await contentOf(tx, ctx.files, job);
  const shape: SheetShape =
    job.shape.format === 'XLSX' && sheet !== undefined ? { ...job.shape, sheet } : job.shape;
  if (shape.format === 'XLSX' && shape.sheets[shape.sheet] === undefined)
    throw invalid({ planilha: 'Esta planilha não está no arquivo.' });
  const look = await lookAt(open, shape, (await mappedType(tx, job.type)).type, { line });
  await tx
    .update(recordImports)
    .set({ shape, ...look, preset: null, tried: false, status: 'CONFERENCIA', ...NOTHING_DONE })
    .where(eq(recordImports.id, job.id));
  await tx.delete(recordImportRefusals).where(eq(recordImportRefusals.importId, job.id));
  return null;
}

/** Each field is filled by one column, and the key of the record by some. */
async function checkColumns(tx: Tx, job: ImportRecord, columns: readonly (string | null)[]) {
  const { type } = await mappedType(tx, job.type);
  const paths = columns.filter((path): path is string => path !== null);
  const known = new Set(importFields(type.campos).map(({ path }) => path));
  const unknown = paths.find((path) => !known.has(path));
  if (unknown !== undefined) throw invalid({ colunas: `O campo ${unknown} não existe neste cadastro.` });
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined)
    throw invalid({
      colunas: `O campo ${type.campos[twice]?.titulo ?? twice} foi escolhido em duas colunas.`,
    });
  const hasKey = type.codigo.every((key) => paths.includes(key));
  if (job.headingLine > 0 && !hasKey && !paths.some((path) => path.startsWith('codigosExternos/')))
    throw invalid({
      colunas: `Escolha a coluna de ${type.codigo.map((key) => type.campos[key]?.titulo ?? key).join(' e ')}: por ela cada registro é reconhecido.`,
    });
}

const NOTHING_DONE = {
  lastLine: 0,
  read: 0,
  created: 0,
  changed: 0,
  equal: 0,
  refused: 0,
  changes: [],
  failure: null,
  finishedAt: null,
};

async function begin(tx: Tx, ctx: Context, job: ImportRecord, set: Partial<ImportRecord>) {
  await tx
    .update(recordImports)
    .set({ ...NOTHING_DONE, ...set, status: 'NA_FILA', ip: ctx.ip, requestId: ctx.requestId })
    .where(eq(recordImports.id, job.id));
  await tx.delete(recordImportRefusals).where(eq(recordImportRefusals.importId, job.id));
}

const isRunning = ({ status }: ImportRecord) => status === 'NA_FILA' || status === 'EXECUTANDO';

/** One decision about an import: of the version that the person saw, and not while it runs. What `work` answers is queued. */
async function changed(
  ctx: Context,
  params: { chave: string; idImportacao: string },
  version: number,
  work: (tx: Tx, job: ImportRecord) => Promise<ImportRecord | null>,
) {
  const queued = await ctx.db.transaction(async (tx) => {
    const job = await ownImport(tx, ctx, params, { lock: true });
    await requireVersion(tx, version, {
      entity: 'record_imports',
      entityId: job.id,
      version: job.version,
      name: 'esta importação',
    });
    if (isRunning(job))
      throw refused('EM_ANDAMENTO', 'A importação está em andamento. Cancele-a para mudar as colunas.');
    const result = await work(tx, job);
    await tx
      .update(recordImports)
      .set({ version: version + 1, updatedAt: ctx.now() })
      .where(eq(recordImports.id, job.id));
    return result?.id;
  });
  if (queued) await ctx.queue?.send(IMPORT_QUEUE, { id: queued });
  return { data: await importView(ctx.db, ctx, await ownImport(ctx.db, ctx, params)) };
}
