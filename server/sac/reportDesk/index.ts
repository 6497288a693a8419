import { and, desc, eq, gte, isNull, lt, or, type SQL } from 'drizzle-orm';
import { allows } from '#contract/permissions.ts';
import type { Input, Output } from '#contract/route.ts';
import type { DashboardDefinition } from '#contract/rules/dashboards/dashboard.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { dayRange } from '#contract/rules/time/dayRange.ts';
import { type ReportRun, ReportSchedule, reportDeskRoutes } from '#contract/sac/reports/reportDesk.ts';
import { MissingFile } from '../../adapters/files/fileStore.ts';
import { type Published, publishedDefinitions } from '../../config/definitions/queries.ts';
import { simpleListOf } from '../../config/simpleRest.ts';
import type { Context } from '../../context.ts';
import { files, type PaperContents, people, reportRuns, reportSchedules } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf, requirePeriod } from '../../paging/paging.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import type { FileAnswer } from '../../storedFiles.ts';
import { audit } from '../../writing/audit.ts';
import { maySeeSource } from '../dashboardPages/queries.ts';
import { mayExport, reportFor, visibleReports } from '../reports/queries.ts';
import { findReceivers, oneSchedule, shownSchedules } from './scheduleQueries.ts';
import { createSchedule, removeSchedule, updateSchedule } from './scheduleWrite.ts';
import { createSet, removeSet, updateSet, visibleSets } from './sets.ts';
import { requireKeeping, subjectFor } from './subject.ts';

type Request = Input<typeof reportDeskRoutes.runs>;

/** The person's own runs, newest first; report administrators see everyone's. */
async function listRuns({ query }: Request, ctx: Context): Promise<Output<typeof reportDeskRoutes.runs>> {
  const where = await conditionOf(query, ctx);
  const { take, offset } = pageOf(query);
  const [rows, total, reports, dashboards] = await Promise.all([
    ctx.db
      .select({ run: reportRuns, person: people.name })
      .from(reportRuns)
      .innerJoin(people, eq(people.id, reportRuns.personId))
      .where(where)
      .orderBy(desc(reportRuns.id))
      .limit(take)
      .offset(offset),
    countOf(ctx.db, ctx.db.select({ id: reportRuns.id }).from(reportRuns).where(where).limit(COUNT_CAP)),
    publishedDefinitions<ReportDefinition>(ctx.db, 'reports'),
    publishedDefinitions<DashboardDefinition>(ctx.db, 'dashboards'),
  ]);
  const titlesOf = (all: readonly Published<{ titulo: string }>[]) =>
    new Map(all.map(({ key, content }) => [key, content.titulo]));
  const titles = { reports: titlesOf(reports), dashboards: titlesOf(dashboards) };
  const titleOf = ({ reportKey, dashboardKey }: Row['run']) =>
    reportKey === null
      ? (titles.dashboards.get(dashboardKey ?? '') ?? dashboardKey ?? '')
      : (titles.reports.get(reportKey) ?? reportKey);
  return {
    itens: rows.map((row) => shownRun(row, ctx, titleOf(row.run))),
    paginator: paginatorOf(query, total),
  };
}

async function conditionOf(query: Request['query'], ctx: Context): Promise<SQL | undefined> {
  const { relatorio, situacao, formato, minhas, dtIni, dtFim } = query;
  requirePeriod(dtIni, dtFim);
  const seesAll = allows(ctx.user.grants, 'CONFIGURACAO_RELATORIOS') && !minhas;
  const zone = await zoneOf(ctx.db, ctx.user);
  return and(
    // What a dashboard reads by itself is nobody's request.
    or(isNull(reportRuns.dashboardKey), isNull(reportRuns.reportKey)),
    seesAll ? undefined : eq(reportRuns.personId, ctx.user.id),
    relatorio ? eq(reportRuns.reportKey, relatorio) : undefined,
    situacao ? eq(reportRuns.state, situacao) : undefined,
    formato ? eq(reportRuns.format, formato) : undefined,
    dtIni ? gte(reportRuns.startedAt, dayRange(dtIni, dtIni, zone).start) : undefined,
    dtFim ? lt(reportRuns.startedAt, dayRange(dtFim, dtFim, zone).end) : undefined,
  );
}

interface Row {
  run: typeof reportRuns.$inferSelect;
  person: string;
}

const shownRun = ({ run, person }: Row, { user }: Context, titulo: string): ReportRun => ({
  id: run.id,
  relatorio: run.reportKey,
  painel: run.reportKey === null ? run.dashboardKey : null,
  titulo,
  pessoa: { id: run.personId, nome: person },
  formato: run.format,
  situacao: run.state,
  linhas: run.rows,
  cortado: run.cut,
  erro: run.error,
  filtros: run.parameters,
  inicio: run.startedAt.toISOString(),
  fim: run.finishedAt?.toISOString() ?? null,
  versaoRelatorio: run.reportVersion,
  agendado: run.scheduleId !== null,
  // A file contains what its person may see, so only that person can download it.
  arquivo: run.fileId && run.personId === user.id ? `/config/relatorios-execucoes/${run.id}/arquivo` : null,
});

/** The studio's calls are implemented with the report engine. */
const { preview: _preview, sql: _sql, ...deskRoutes } = reportDeskRoutes;

/** What users store about reports: filter sets, schedules, and the history of runs. */
export const reportDeskImplementation = implement(deskRoutes, {
  sets: async (input, ctx) => visibleSets(ctx.db, ctx.user, await reportFor(ctx, input.params.idRelatorio)),
  createSet,
  updateSet,
  removeSet,
  schedules: async ({ query }, ctx) => {
    const { relatorio, painel } = query;
    const which = and(
      relatorio ? eq(reportSchedules.reportKey, relatorio) : undefined,
      painel ? eq(reportSchedules.dashboardKey, painel) : undefined,
    );
    return simpleListOf(
      ctx,
      query,
      { name: 'relatorios-agendados', record: ReportSchedule },
      await shownSchedules(ctx.db, ctx.user, which),
    );
  },
  schedule: ({ params }, { db, user }) => oneSchedule(db, user, params.id),
  createSchedule,
  updateSchedule,
  removeSchedule,
  receivers: ({ query }, { db }) => findReceivers(db, query.q),
  runs: listRuns,
  runFile: downloadRunFile,
});

/**
 * Only for the person that the run was made for: the file of another person's run contains rows that this user may not see.
 */
async function downloadRunFile(
  { params }: Input<typeof reportDeskRoutes.runFile>,
  ctx: Context,
): Promise<FileAnswer> {
  const [found] = await ctx.db
    .select({ run: reportRuns, file: files })
    .from(reportRuns)
    .innerJoin(files, eq(files.id, reportRuns.fileId))
    .where(and(eq(reportRuns.id, params.id), eq(reportRuns.personId, ctx.user.id)));
  if (!found) throw notFound();
  const { run } = found;
  const subject = await subjectFor(ctx, run.reportKey === null ? run : { ...run, dashboardKey: null });
  requireKeeping(ctx.user, subject);
  if (run.contents) await requireContents(ctx, run.contents);
  const content = await ctx.files.get(found.file.storedAs).catch((error: unknown) => {
    if (error instanceof MissingFile)
      throw refused('ARQUIVO_AUSENTE', 'Este arquivo não está mais guardado. Gere o relatório de novo.');
    throw error;
  });
  await audit(ctx.db, ctx, {
    action: 'EXPORTAR',
    entity: 'report_runs',
    entityId: params.id,
    after: {
      [subject.kind === 'reports' ? 'relatorio' : 'painel']: subject.of.key,
      arquivo: found.file.name,
    },
  });
  return { content, name: found.file.name, mime: found.file.mime, size: found.file.size };
}

/** A dashboard shows what several rights allow: whoever has lost one of them does not open what it once let them see. */
async function requireContents(ctx: Context, { reports, sources }: PaperContents): Promise<void> {
  const exportable = new Set(
    (await visibleReports(ctx)).filter((report) => mayExport(ctx, report)).map(({ key }) => key),
  );
  const isAllowed =
    reports.every((key) => exportable.has(key)) && sources.every((source) => maySeeSource(ctx.user, source));
  if (!isAllowed)
    throw refused(
      'PAINEL_SEM_ACESSO',
      'Este arquivo tem blocos que você não pode mais ver ou exportar. Abra o painel e baixe o PDF de novo.',
    );
}
