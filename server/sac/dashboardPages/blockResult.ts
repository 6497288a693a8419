import {
  appliedFilters,
  type CommonFilter,
  commonFilters,
} from '#contract/rules/dashboards/commonFilters.ts';
import type { DashboardBlock } from '#contract/rules/dashboards/dashboard.ts';
import { parametersOf } from '#contract/rules/reports/parameterSchema.ts';
import { initialValues, resolvedValues } from '#contract/rules/reports/parameterValues.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import type { BlockResult } from '#contract/sac/reports/dashboardPages.ts';
import type { ReportResult } from '#contract/sac/reports/reports.ts';
import type { Context } from '../../context.ts';
import { refused } from '../../errors.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { type PublishedReport, remembered, runToScreen } from '../reports/queries.ts';

type Values = Readonly<Record<string, unknown>>;

export interface BlockQuestion {
  /** The dashboard, or '' for a block that is still being written. */
  dashboard: string;
  report: PublishedReport;
  /** What the rows are for; of those that are not drawn, none is sent. */
  block: Pick<DashboardBlock, 'tipo' | 'mostra' | 'parametros'>;
  common: readonly CommonFilter[];
  /** The values of the common filters, by name. */
  given: Values;
  /** Asks again instead of telling what is remembered. */
  anew?: boolean;
}

/** Runs the report of a block as the person would: with their rows, their masks and the report's own limits. */
export async function blockResult(ctx: Context, question: BlockQuestion): Promise<BlockResult> {
  const { report, block, common, given, dashboard, anew = false } = question;
  const parameters = parametersOf(report.content.parametros);
  const today = localDate(ctx.now(), await zoneOf(ctx.db, ctx.user));
  const initial = initialValues(parameters, today);
  const applied = appliedFilters(parameters, initial, common, given, block.parametros);
  const values = resolvedValues(parameters, applied.values, today);
  const about = ['block', report.key, report.version, values];
  const resultado = await ctx.waiting((left) =>
    remembered(ctx, { about, fresh: anew, inTurn: true }, async () => {
      if (left.aborted) throw refused('RELATORIO_CANCELADO', 'Ninguém mais espera por este bloco.');
      return runToScreen(ctx, report, values, left, dashboard);
    }),
  );
  return {
    resultado: withRoomFor(resultado, report, block),
    filtros: values,
    naoAplicados: applied.unapplied.map((filter) => commonFilters[filter].label),
  };
}

const ROWS = { LISTA: 12, TABELA: 30 };

function withRoomFor(
  result: ReportResult,
  { content }: PublishedReport,
  { tipo, mostra }: BlockQuestion['block'],
): ReportResult {
  // A chart adds up what does not fit, so it needs every row of the screen.
  if (tipo === 'RELATORIO' && (mostra ?? (content.grafico ? 'GRAFICO' : 'TABELA')) === 'GRAFICO')
    return result;
  const most = tipo === 'LISTA' ? ROWS.LISTA : tipo === 'NUMERO' ? 1 : ROWS.TABELA;
  // The value of a single row may be the figure; that of one among several is not.
  const isOneOfMany = tipo === 'NUMERO' && result.linhas.length > 1;
  return {
    ...result,
    linhas: isOneOfMany ? [] : result.linhas.slice(0, most),
    cortado: result.cortado || result.linhas.length > most,
  };
}
