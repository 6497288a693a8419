import type { Input, Output } from '#contract/route.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import { parametersOf, schemaWithoutDefaults } from '#contract/rules/reports/parameterSchema.ts';
import { initialValues } from '#contract/rules/reports/parameterValues.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { reportDeskRoutes } from '#contract/sac/reports/reportDesk.ts';
import { type ReportCard, type ReportResult, reportRoutes } from '#contract/sac/reports/reports.ts';
import { metaSchemaProblems } from '../../config/definitions/rules.ts';
import { validatorAddress } from '../../config/forms/rules.ts';
import type { Context } from '../../context.ts';
import { forbidden, invalid } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { mapFor } from '../../map/queries.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import type { FileAnswer } from '../../storedFiles.ts';
import { audit } from '../../writing/audit.ts';
import { compiledStatement } from './guard/validateSql.ts';
import { mayExport, type PublishedReport, reportFor, visibleReports } from './queries.ts';
import { unsaidIn } from './rules.ts';
import { cancelOwnRun } from './run/cancelRun.ts';
import { runFigure } from './run/figureRun.ts';
import { openRun } from './run/openRun.ts';
import { type PreparedRun, prepareRun, type Values } from './run/prepareRun.ts';
import { remembered } from './run/remembered.ts';
import { openFile, runToScreen, screenOf } from './run/runReport.ts';

/** The embedded viewer is implemented with the report desk. */
const { ticket: _ticket, view: _view, ...ownRoutes } = reportRoutes;
const { preview, sql } = reportDeskRoutes;

export const reportImplementation = implement(ownRoutes, {
  list: reportCards,
  parameters: reportParameters,
  form: reportForm,
  run: runReport,
  rows: readFigure,
  cancel: cancelReport,
  exportFile: exportReport,
});

/** The studio's calls to the report engine. */
export const reportStudioImplementation = implement(
  { preview, sql },
  {
    preview: async ({ body }, ctx) => ({ data: await previewReport(ctx, body) }),
    sql: async ({ body }, ctx) => ({ data: { sql: await writtenSql(ctx, body.conteudo) } }),
  },
);

const ROWS = 50;

/** A draft whose shape is valid. */
function draftOf({ $schema: _, ...content }: Values): ReportDefinition {
  const [problem] = metaSchemaProblems('report', content);
  if (problem) throw invalid({ [`conteudo${problem.pointer}`]: problem.message });
  return contentOf('reports', content);
}

/**
 * The SQL of a draft, as it runs for a file, over the map of its author: what that person may not read is refused here as it is
 * when the report is written.
 */
async function writtenSql(ctx: Context, conteudo: Values): Promise<string> {
  const compiled = compiledStatement(draftOf(conteudo), await mapFor(ctx.db, ctx.user));
  if ('sql' in compiled) return compiled.sql;
  const [first] = compiled.problems;
  throw invalid({ [`conteudo${first?.pointer ?? ''}`]: first?.message ?? '' });
}

/** Runs a draft in its author's scope. Whether it may be published is checked elsewhere. */
async function previewReport(
  ctx: Context,
  { conteudo, filtros, prazo = false }: { conteudo: Values; filtros: Values; prazo?: boolean },
): Promise<ReportResult> {
  const written = draftOf(conteudo);
  const report = prazo ? { ...written, limites: { ...written.limites, segundos: QUICK_SECONDS } } : written;
  const sets = await mapFor(ctx.db, ctx.user);
  const [first] = unsaidIn(report, sets);
  if (first) throw invalid({ [`conteudo${first.pointer}`]: first.message });
  const { consulta, colunas, grafico, parametros } = written;
  const about = ['preview', consulta, colunas, grafico, parametros, filtros];
  return remembered(ctx, { about, fresh: !prazo }, async () => {
    const prepared = await prepareRun({ ...ctx, sets }, report, filtros, { limit: ROWS });
    return ctx.waiting((left) => previewed(ctx, prepared, left));
  });
}

/** While a report is written its query has this long; longer if its author asks for it. */
const QUICK_SECONDS = 1;

async function previewed(ctx: Context, prepared: PreparedRun, signal: AbortSignal): Promise<ReportResult> {
  const began = performance.now();
  const { id: key } = prepared.report;
  const run = await openRun(ctx, prepared, { key, version: 0, format: 'TELA', limit: ROWS, signal });
  return screenOf(ctx, run, ROWS, began);
}

type Routes = typeof reportRoutes;

async function reportCards({ query }: Input<Routes['list']>, ctx: Context): Promise<ReportCard[]> {
  const reports = await visibleReports(ctx);
  return reports
    .filter(({ content }) => !query.tipo || content.modo_exibicao === query.tipo)
    .map((report) => cardOf(ctx, report));
}

function cardOf(ctx: Context, report: PublishedReport): ReportCard {
  const { id, titulo, descricao, grupo, thumb, cor, modo_exibicao, saidas } = report.content;
  const exporta = mayExport(ctx, report) && saidas.length > 0;
  return {
    id,
    titulo,
    descricao,
    grupo,
    thumb,
    cor,
    modo_exibicao,
    exporta,
    saidas,
    versao: report.version,
  };
}

async function reportParameters(
  { params }: Input<Routes['parameters']>,
  ctx: Context,
): Promise<Output<Routes['parameters']>> {
  const { content } = await reportFor(ctx, params.idRelatorio);
  return parametersOf(content.parametros);
}

/** The filters as a form. Its schema does not change from day to day, so its validator is compiled once. */
async function reportForm({ params }: Input<Routes['form']>, ctx: Context): Promise<Output<Routes['form']>> {
  const report = await reportFor(ctx, params.idRelatorio);
  const { schema: written, ui } = report.content.parametros;
  const schema = schemaWithoutDefaults(written);
  const today = localDate(ctx.now(), await zoneOf(ctx.db, ctx.user));
  return {
    cartao: cardOf(ctx, report),
    formulario: { schema, ui, validador: await validatorAddress(ctx.db, schema) },
    inicial: initialValues(parametersOf(report.content.parametros), today),
  };
}

/** The values may be at the top level of the body or under `filtros`. */
async function runReport(
  { params, body }: Input<Routes['run']>,
  ctx: Context,
): Promise<Output<Routes['run']>> {
  const report = await reportFor(ctx, params.idRelatorio);
  const { filtros, ...plain } = body as { filtros?: unknown } & Values;
  const nested = isRecord(filtros);
  const values = nested ? { ...plain, ...(filtros as Values) } : (body as Values);
  // When the page is closed or reloaded the run ends, otherwise it would block the person's next report.
  return { data: await ctx.waiting((left) => runToScreen(ctx, report, values, left)) };
}

async function readFigure(
  { params, body }: Input<Routes['rows']>,
  ctx: Context,
): Promise<Output<Routes['rows']>> {
  const report = await reportFor(ctx, params.idRelatorio);
  return { data: await ctx.waiting((left) => runFigure(ctx, report, body, left)) };
}

async function cancelReport(
  { params }: Input<Routes['cancel']>,
  ctx: Context,
): Promise<Output<Routes['cancel']>> {
  const report = await reportFor(ctx, params.idRelatorio);
  const id = await cancelOwnRun(ctx, ctx.user.id, report.key);
  if (id === null) return { data: { message: 'Nenhuma geração sua deste relatório está em andamento.' } };
  return { data: { id, message: 'Geração cancelada.' } };
}

/** An export is audited before its first byte is sent. */
async function exportReport(
  { params, body }: Input<Routes['exportFile']>,
  ctx: Context,
): Promise<FileAnswer> {
  const report = await reportFor(ctx, params.idRelatorio);
  if (!mayExport(ctx, report)) throw forbidden(report.content.permissoes.exportar);
  if (!report.content.saidas.includes(body.formato))
    throw invalid({ formato: `Este relatório não sai em ${body.formato}.` });
  const order = { report, values: body.filtros, format: body.formato, scheduleId: null };
  const { run, file } = await ctx.waiting((left) => openFile(ctx, { ...order, signal: left }));
  await audit(ctx.db, ctx, {
    action: 'EXPORTAR',
    entity: 'report_runs',
    entityId: run.id,
    after: { relatorio: report.key, formato: body.formato, filtros: run.prepared.filters },
  });
  return file;
}
