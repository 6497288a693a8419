import { and, desc, eq, gte, lt, type SQL } from 'drizzle-orm';
import { allows } from '../../../contract/permissions.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { dayRange } from '../../../contract/rules/dayRange.ts';
import type { ReportDefinition } from '../../../contract/rules/reports/report.ts';
import type { ReportRun, reportDeskRoutes } from '../../../contract/sac/reportDesk.ts';
import { publishedDefinitions } from '../../config/definitions/queries.ts';
import type { Context } from '../../context.ts';
import { people, reportRuns } from '../../db/tables/index.ts';
import { invalid } from '../../errors.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../paging.ts';
import { zoneOf } from '../../session/zoneOf.ts';

type Request = Input<typeof reportDeskRoutes.runs>;

/** Own runs, the newest first; whoever looks after the reports sees everybody's. */
export async function listRuns(
  { query }: Request,
  ctx: Context,
): Promise<Output<typeof reportDeskRoutes.runs>> {
  const where = await conditionOf(query, ctx);
  const { take, offset } = pageOf(query);
  const [rows, total, reports] = await Promise.all([
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
  ]);
  const titles = new Map(reports.map(({ key, content }) => [key, content.titulo]));
  return {
    itens: rows.map((row) => shownRun(row, ctx, titles.get(row.run.reportKey))),
    paginator: paginatorOf(query, total),
  };
}

async function conditionOf(query: Request['query'], ctx: Context): Promise<SQL | undefined> {
  const { relatorio, situacao, formato, minhas, dtIni, dtFim } = query;
  if (dtIni && dtFim && dtIni > dtFim)
    throw invalid({ dtFim: 'O fim do período não pode vir antes do início.' });
  const seesAll = allows(ctx.user.grants, 'CONFIGURACAO_RELATORIOS') && !minhas;
  const zone = await zoneOf(ctx.db, ctx.user);
  return and(
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

const shownRun = ({ run, person }: Row, { user }: Context, title: string | undefined): ReportRun => ({
  id: run.id,
  relatorio: run.reportKey,
  titulo: title ?? run.reportKey,
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
  // A file holds what its person may see, and is theirs alone.
  arquivo: run.fileId && run.personId === user.id ? `/config/relatorios-execucoes/${run.id}/arquivo` : null,
});
