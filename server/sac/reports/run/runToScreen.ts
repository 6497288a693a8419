import type { ReportCell } from '../../../../contract/rules/reports/results.ts';
import type { ReportResult } from '../../../../contract/sac/reports.ts';
import type { PublishedReport } from '../queries.ts';
import { type OpenRun, openRun } from './openRun.ts';
import { type Asker, prepareRun, type Values } from './prepareRun.ts';

/** Runs a report for the page: the first rows, and totals over all that a file would hold. */
export async function runToScreen(
  ctx: Asker,
  report: PublishedReport,
  values: Values,
): Promise<ReportResult> {
  const began = performance.now();
  const { linhasTela, linhasArquivo } = report.content.limites;
  const prepared = await prepareRun(ctx, report.content, values);
  const adds = report.content.colunas.some(({ total }) => total);
  const run = await openRun(ctx, prepared, {
    key: report.key,
    version: report.version,
    format: 'TELA',
    limit: adds ? linhasArquivo : linhasTela,
  });
  return screenOf(ctx, run, linhasTela, began);
}

export async function screenOf(
  ctx: Pick<Asker, 'now'>,
  run: OpenRun,
  most: number,
  began: number,
): Promise<ReportResult> {
  const linhas: ReportCell[][] = [];
  for await (const row of run.rows()) if (linhas.length < most) linhas.push(row);
  const { report, filters } = run.prepared;
  return {
    execucao: run.id,
    titulo: report.titulo,
    filtros: filters,
    colunas: report.colunas,
    linhas,
    totais: run.totals.result(),
    cortado: run.cut() || run.count() > most,
    limite: most,
    milissegundos: Math.round(performance.now() - began),
    gerado: ctx.now().toISOString(),
    grafico: report.grafico ?? null,
  };
}
