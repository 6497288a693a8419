import { comparedPeriod, wholePeriod } from '#contract/rules/reports/comparedPeriod.ts';
import { rowsOfFigure } from '#contract/rules/reports/figureRows.ts';
import { comparedParameter } from '#contract/rules/reports/groupFigures.ts';
import { formOfParameters, parametersOf } from '#contract/rules/reports/parameterSchema.ts';
import { resolvedValues } from '#contract/rules/reports/parameterValues.ts';
import type { DeclarativeQuery, ReportDefinition } from '#contract/rules/reports/report.ts';
import type { ReportCell } from '#contract/rules/reports/results.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import type { ReportResult } from '#contract/sac/reports/reports.ts';
import { invalid, notFound } from '#server/errors.ts';
import { mapFor } from '#server/map/queries.ts';
import { zoneOf } from '#server/session/zoneOf.ts';
import { impossibleGroup } from '../guard/conditions.ts';
import type { PublishedReport } from '../queries.ts';
import { openRun } from './openRun.ts';
import { type Asker, prepareRun, type Values } from './prepareRun.ts';
import { screenOf } from './runReport.ts';

/** The column of a figure, the filters of its result, and the values that name its group. */
export interface FigureOrder {
  coluna: string;
  filtros: Values;
  grupo: Record<string, ReportCell>;
  /** When the result was made. */
  em?: string;
}

/** Days for which a result that still stands on a screen, or on the wall, leads to its rows. */
const STANDS = 7;

/** Rows of a figure that are shown; who needs more narrows the filters. */
const ROWS = 200;

/**
 * The rows that a figure of a result was made of, as far as the person may see them: whoever was shown a sum by the report alone
 * needs for its rows the permission of the pages that show them.
 */
export async function runFigure(
  asker: Asker,
  report: PublishedReport,
  order: FigureOrder,
  signal?: AbortSignal,
): Promise<ReportResult> {
  const began = performance.now();
  const ctx = { ...asker, now: momentOf(asker, order.em) };
  const { consulta } = report.content;
  const sets = await mapFor(ctx.db, ctx.user);
  const found = consulta.tipo === 'DECLARATIVA' ? rowsOfFigure(consulta, sets, order) : undefined;
  if (consulta.tipo === 'SQL' || !found) throw notFound();
  impossibleGroup(found.query, sets);
  const rows = { ...found, query: { ...found.query, em: ctx.now().toISOString() } };
  const { report: content, values } = ofRows(report.content, rows, await sideOf(ctx, report.content, order));
  const prepared = await prepareRun({ ...ctx, sets }, content, values, { limit: ROWS });
  const run = await openRun(ctx, prepared, {
    ...{ key: report.key, version: report.version, format: 'TELA', limit: ROWS },
    ...(signal && { signal }),
  });
  return screenOf(ctx, run, ROWS, began);
}

/**
 * The days of a figure are those of its result: 'today' is another day when somebody opens it past midnight, and then other rows. A moment
 * to come is nobody's.
 */
function momentOf({ now }: Asker, em: string | undefined): Asker['now'] {
  if (em === undefined) return now;
  const instant = new Date(em);
  const age = now().getTime() - instant.getTime();
  if (!(age < STANDS * 86_400_000))
    throw invalid({ em: 'Este resultado é de outro dia. Gere o relatório de novo.' });
  return age < 0 ? now : () => instant;
}

/** The filters of the side that the figure belongs to. */
async function sideOf(
  ctx: Asker,
  report: ReportDefinition,
  { coluna, filtros }: FigureOrder,
): Promise<Values> {
  const consulta = report.consulta as DeclarativeQuery;
  const { mostra } = consulta.colunas.find(({ como }) => como === coluna) ?? {};
  const parameter = comparedParameter(consulta, await mapFor(ctx.db, null));
  if (mostra !== 'ANTES' || !consulta.compara || parameter === undefined) return filtros;
  const today = localDate(ctx.now(), await zoneOf(ctx.db, ctx.user));
  const values = resolvedValues(parametersOf(report.parametros), filtros, today);
  const period = wholePeriod(values[parameter]);
  return period ? { ...values, [parameter]: comparedPeriod(consulta.compara, period) } : values;
}

/** A report of these rows, which asks only for the filters that choose among them. */
function ofRows(
  report: ReportDefinition,
  { query, columns }: NonNullable<ReturnType<typeof rowsOfFigure>>,
  values: Values,
): { report: ReportDefinition; values: Values } {
  const used = new Set((query.filtros ?? []).map(({ parametro }) => parametro));
  const parameters = parametersOf(report.parametros)
    .filter(({ parametro }) => used.has(parametro))
    .map(({ dependeDe: _, ...parameter }) => parameter);
  const named = new Set([...parameters.map(({ parametro }) => parametro), 'CLIENTE_ID']);
  const { grafico: _, ...rest } = report;
  return {
    values: Object.fromEntries(Object.entries(values).filter(([name]) => named.has(name))),
    report: {
      ...rest,
      consulta: query,
      colunas: columns,
      parametros: formOfParameters(parameters),
    },
  };
}
