import { and, desc, eq } from 'drizzle-orm';
import { importRoutes } from '#contract/records/routes/imports.ts';
import type { RefusedLine } from '#contract/records/routes/recordImport.ts';
import type { Input, Output } from '#contract/route.ts';
import { isOfObjects } from '../../adapters/spreadsheet/sheetShape.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { recordImportRefusals, recordImports, type SheetShape } from '../../db/tables/index.ts';
import { invalid, notFound, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { plainTexts } from '../../text/plainText.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { requireVersion } from '../../writing/requireVersion.ts';
import { analyzeHead } from './analyzeHead.ts';
import type { ColumnProblem } from './fileRows.ts';
import { importTarget, requireImport } from './importTarget.ts';
import { importSummary, importView, ownImport, refusedFile } from './ownImport.ts';
import { dropPreset, keepPreset, presetsOf } from './presets.ts';
import { contentOf, IMPORT_QUEUE, type ImportRecord, importEntry } from './runImport.ts';
import {
  beginTrial,
  beginWriting,
  isRunning,
  NOTHING_DONE,
  scannedFile,
  startImport,
} from './startImport.ts';

type Routes = typeof importRoutes;

export const importImplementation = implement(importRoutes, {
  async list({ params }, ctx) {
    requireImport(ctx.user, await importTarget(ctx.db, params.chave));
    const rows = await ctx.db
      .select()
      .from(recordImports)
      .where(and(eq(recordImports.personId, ctx.user.id), eq(recordImports.type, params.chave)))
      .orderBy(desc(recordImports.createdAt))
      .limit(20);
    return { itens: rows.map((row) => importSummary(row, ctx.user.name)) };
  },
  start: command(
    importRoutes.start,
    {
      prepare: (ctx, { params, body }) => scannedFile(ctx, params.chave, body.arquivo.id),
      work: (tx, ctx, _, file) => startImport(tx, ctx, file),
    },
    async (idImportacao, ctx, { params: { chave } }) => ({
      data: await importView(ctx.db, ctx, await ownImport(ctx.db, ctx, { chave, idImportacao })),
    }),
  ),
  async get({ params }, ctx) {
    return { data: await importView(ctx.db, ctx, await ownImport(ctx.db, ctx, params)) };
  },
  match,
  run({ params, body }, ctx) {
    return changed(ctx, params, body.versao, async (tx, job) => {
      await beginWriting(tx, ctx, job);
      return job;
    });
  },
  async refusedLine({ params }, ctx) {
    const job = await ownImport(ctx.db, ctx, params);
    const { cells, problems } = await refusedLine(ctx.db, job, params.linha);
    return { data: lineView(job, params.linha, job.corrections[params.linha] ?? cells, problems) };
  },
  correctLine({ params, body }, ctx) {
    return changed(ctx, params, body.versao, async (tx, job) => {
      await refusedLine(tx, job, params.linha);
      const corrections = { ...job.corrections, [params.linha]: plainTexts(body.celulas) };
      if (Object.keys(corrections).length > MAX_CORRECTIONS)
        throw refused(
          'MUITAS_CORRECOES',
          `Corrija até ${MAX_CORRECTIONS} linhas aqui. Para mais, baixe as linhas recusadas e corrija o arquivo.`,
        );
      await tx
        .update(recordImports)
        .set({ corrections, tried: false, status: 'CONFERENCIA' })
        .where(eq(recordImports.id, job.id));
      return null;
    });
  },
  cancel: command(
    importRoutes.cancel,
    async (tx, ctx, { params }) => {
      const found = await ownImport(tx, ctx, params, { lock: true });
      if (!isRunning(found)) return;
      const now = ctx.now();
      const [stopped] = await tx
        .update(recordImports)
        .set({ status: 'CANCELADO', version: found.version + 1, finishedAt: now, updatedAt: now })
        .where(eq(recordImports.id, found.id))
        .returning();
      if (stopped) await audit(tx, ctx, importEntry('CANCELAR', stopped));
    },
    async (_, ctx, { params }) => ({
      data: await importView(ctx.db, ctx, await ownImport(ctx.db, ctx, params)),
    }),
  ),
  refused: refusedFile,
  async presets({ params }, ctx) {
    requireImport(ctx.user, await importTarget(ctx.db, params.chave));
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
  savePreset: command(importRoutes.savePreset, async (tx, ctx, { params, body }) => {
    const nome = body.nome.trim();
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
    return { data: { message: `Modelo "${nome}" guardado.` } };
  }),
  removePreset: command(importRoutes.removePreset, async (tx, ctx, { params }) => {
    requireImport(ctx.user, await importTarget(tx, params.chave));
    await dropPreset(tx, params.chave, params.nome);
    await audit(tx, ctx, {
      action: 'EXCLUIR',
      entity: 'import_presets',
      entityId: `${params.chave}/${params.nome}`,
    });
    return { data: { message: `Modelo "${params.nome}" excluído.` } };
  }),
});

const MAX_CORRECTIONS = 500;

async function refusedLine(db: Executor, job: ImportRecord, line: number) {
  const [found] = await db
    .select()
    .from(recordImportRefusals)
    .where(and(eq(recordImportRefusals.importId, job.id), eq(recordImportRefusals.line, line)));
  if (!found || isOfObjects(job.shape)) throw notFound();
  return found;
}

const lineView = (
  { headings }: ImportRecord,
  linha: number,
  cells: readonly string[],
  problems: readonly ColumnProblem[],
): RefusedLine => ({
  linha,
  celulas: headings.map((titulo, coluna) => ({
    titulo,
    texto: cells[coluna] ?? '',
    problemas: problems.filter((one) => one.coluna === coluna).map(({ problema }) => problema),
  })),
  problemas: problems.filter(({ coluna }) => coluna < 0).map(({ problema }) => problema),
});

/** Choosing another sheet or title line analyzes the file again; changing columns or settings starts a trial. */
function match({ params, body }: Input<Routes['match']>, ctx: Context): Promise<Output<Routes['match']>> {
  return changed(ctx, params, body.versao, async (tx, job) => {
    if (body.planilha !== undefined || body.linhaTitulo !== undefined)
      return reanalyze(tx, ctx, job, { sheet: body.planilha, line: body.linhaTitulo });
    const { colunas: columns = job.columns, ajustes: settings = job.settings } = body;
    await beginTrial(tx, ctx, job, { columns, settings });
    return job;
  });
}

async function reanalyze(
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
  const look = await analyzeHead(open, shape, (await importTarget(tx, job.type)).type, { line });
  await tx
    .update(recordImports)
    .set({
      shape,
      ...look,
      corrections: {},
      preset: null,
      tried: false,
      status: 'CONFERENCIA',
      ...NOTHING_DONE,
    })
    .where(eq(recordImports.id, job.id));
  await tx.delete(recordImportRefusals).where(eq(recordImportRefusals.importId, job.id));
  return null;
}

/**
 * Applies one decision to an import, based on the version that the user saw and only while it is not running. The job that
 * `work` returns is queued.
 */
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
