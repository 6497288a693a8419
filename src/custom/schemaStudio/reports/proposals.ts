import type { Expression } from '#contract/expression/tree.ts';
import { argumentsOf, call, pathsOf } from '#contract/expression/tree.ts';
import { dependencyOf } from '#contract/rules/forms/formDefinition.ts';
import { unboundedReadings } from '#contract/rules/reports/bounds.ts';
import { columnPath, isOverColumns } from '#contract/rules/reports/calculated.ts';
import { formOfParameters, parametersOf } from '#contract/rules/reports/parameterSchema.ts';
import type { DeclarativeQuery, ReportDefinition } from '#contract/rules/reports/report.ts';
import { withComparison } from './groupEdits.ts';
import { type FieldOf, fieldIn, type ShownMap } from './relatedFields.ts';
import { fitting, missingColumns, nameFrom, type QueryColumn, shownColumn } from './reportEdits.ts';

/**
 * The report with one more field, shown at once. Where the query has groups, an amount is summed and anything else names a group,
 * which stands before what is calculated. Without a field, the rows are counted.
 */
export function withField(
  report: ReportDefinition,
  campo: string | undefined,
  fieldOf: FieldOf,
): ReportDefinition {
  const { consulta, colunas } = report;
  if (consulta.tipo === 'SQL') return report;
  const sums = consulta.colunas.some(({ agregacao }) => agregacao);
  const agregacao = sums ? fieldOf(campo)?.campo.soma : undefined;
  const como = nameFrom(
    campo ?? 'quantidade',
    consulta.colunas.map((each) => each.como),
  );
  const column = fitting({ ...(campo && { campo }), como, ...(agregacao && { agregacao }) }, fieldOf);
  const isFigure = (name: string) =>
    consulta.colunas.some((each) => each.como === name && (each.agregacao || each.expr));
  const before = (names: readonly string[]) => {
    const first = column.agregacao ? -1 : names.findIndex(isFigure);
    return first < 0 ? names.length : first;
  };
  const columnNames = consulta.colunas.map((each) => each.como);
  const next = { ...consulta, colunas: consulta.colunas.toSpliced(before(columnNames), 0, column) };
  const shown = shownColumn(column, fieldOf, next);
  const place = before(colunas.map((each) => each.campo));
  return { ...report, consulta: next, colunas: colunas.toSpliced(place, 0, shown) };
}

/**
 * The report over another entity: what the new one has too stays, the period goes to its own, and where nothing is left that names a
 * row, its first fields are proposed. So no reference to the former entity stays behind that would have to be taken out by hand.
 */
export function withEntity(report: ReportDefinition, conjunto: string, map: ShownMap): ReportDefinition {
  const { consulta } = report;
  if (consulta.tipo === 'SQL' || consulta.conjunto === conjunto) return report;
  const fieldOf = fieldIn(map, conjunto);
  const has = (path: string | undefined) => path === undefined || fieldOf(path) !== undefined;
  const keptList = keptColumns(consulta.colunas, has);
  const named = keptList.some(({ agregacao, expr }) => !agregacao && !expr);
  const colunas = named ? keptList : usualFields(map, conjunto).map((campo) => ({ campo, como: campo }));
  const shown = new Set(colunas.map(({ como }) => como));
  const usual = map[consulta.conjunto]?.periodo;
  const onde = keptCondition(consulta.onde, has);
  const query: DeclarativeQuery = { tipo: 'DECLARATIVA', conjunto, colunas, ...(onde && { onde }) };
  const own = (consulta.filtros ?? []).filter(({ campo }) => campo !== usual && has(campo));
  const [lacking] = unboundedReadings({ ...query, filtros: own });
  const filtros = (consulta.filtros ?? []).flatMap((filter) => {
    if (filter.campo !== usual) return has(filter.campo) ? [filter] : [];
    return lacking ? [{ ...filter, campo: lacking.periodo }] : [];
  });
  const ordem = (consulta.ordem ?? []).filter(({ coluna }) => shown.has(coluna));
  const { cruza, primeiros, compara } = consulta;
  const fits = primeiros && shown.has(primeiros.coluna) && (!primeiros.por || shown.has(primeiros.por));
  const next: ReportDefinition = {
    ...report,
    consulta: {
      ...query,
      ...(filtros.length > 0 && { filtros }),
      ...(ordem.length > 0 && { ordem }),
      ...(compara && { compara }),
      ...(cruza && shown.has(cruza) && named && { cruza }),
      ...(fits && { primeiros }),
    },
    colunas: report.colunas.filter(({ campo }) => named && shown.has(campo)),
  };
  const titled = { ...next, colunas: [...next.colunas, ...missingColumns(next, fieldOf)] };
  const compares = filtros.some(({ campo }) => campo === lacking?.periodo);
  return withoutIdleFilters(
    withoutLostChart(compara && !compares ? withComparison(titled, undefined, fieldOf) : titled),
    report,
  );
}

/** Columns that the entity has, and calculations of which nothing is gone. */
function keptColumns(
  columns: readonly QueryColumn[],
  has: (path: string | undefined) => boolean,
): QueryColumn[] {
  const stays = ({ campo, expr }: QueryColumn) =>
    expr ? pathsOf(expr).every((path) => has(path)) : has(campo);
  const own = columns.filter((column) => !(column.expr && isOverColumns(column.expr)) && stays(column));
  const names = new Set(own.map(({ como }) => columnPath(como)));
  return columns.filter(
    (column) =>
      own.includes(column) ||
      (column.expr && isOverColumns(column.expr) && pathsOf(column.expr).every((path) => names.has(path))),
  );
}

/** The parts of a condition that the entity can answer. */
function keptCondition(onde: Expression | undefined, has: (path: string) => boolean): Expression | undefined {
  if (!onde) return undefined;
  const parts = 'faz' in onde && onde.faz === 'todas' ? argumentsOf(onde) : [onde];
  const keptParts = parts.filter((part) => pathsOf(part).every(has));
  return keptParts.length > 0 ? call('todas', ...keptParts) : undefined;
}

/** Columns of a list that is proposed. */
const PROPOSED = 4;

/** What people call a row by comes first; keys and internal numbers say nothing to them. */
function usualFields(map: ShownMap, conjunto: string): string[] {
  const { campos = {}, chave = [] } = map[conjunto] ?? {};
  return Object.entries(campos)
    .filter(([key, { titulo }]) => !chave.includes(key) && !/\((chave|código)|^Arquivado$/.test(titulo))
    .map(([key]) => key)
    .filter((key) => !key.startsWith('registro_'))
    .slice(0, PROPOSED);
}

function withoutLostChart({ grafico, ...report }: ReportDefinition): ReportDefinition {
  const shown = new Set(report.colunas.map(({ campo }) => campo));
  const series = grafico?.series.filter((name) => shown.has(name)) ?? [];
  return grafico && shown.has(grafico.eixo) && series.length > 0
    ? { ...report, grafico: { ...grafico, series } }
    : report;
}

/** Takes out the filters that the query no longer uses and `before` did, in its form and in its test runs. */
function withoutIdleFilters(report: ReportDefinition, before: ReportDefinition): ReportDefinition {
  const usedBy = ({ consulta }: ReportDefinition) =>
    new Set(consulta.tipo === 'SQL' ? [] : (consulta.filtros ?? []).map(({ parametro }) => parametro));
  const [used, was] = [usedBy(report), usedBy(before)];
  const parameters = parametersOf(report.parametros);
  // One that only narrows the options of another stays for that.
  const narrows = new Set(
    parameters
      .filter(({ parametro }) => used.has(parametro))
      .flatMap(({ dependeDe = [] }) => dependeDe.map((entry) => dependencyOf(entry).campo)),
  );
  const stays = (name: string) => used.has(name) || !was.has(name) || narrows.has(name);
  if (parameters.every(({ parametro }) => stays(parametro))) return report;
  return {
    ...report,
    parametros: formOfParameters(parameters.filter(({ parametro }) => stays(parametro))),
    testes: report.testes.map((test) => ({
      ...test,
      parametros: Object.fromEntries(Object.entries(test.parametros).filter(([name]) => stays(name))),
    })),
  };
}
