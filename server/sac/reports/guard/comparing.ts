import { type ComparisonKind, OTHERS } from '#contract/rules/reports/figures.ts';
import type { ColumnType, DeclarativeQuery, ReportParameter } from '#contract/rules/reports/report.ts';

type Column = DeclarativeQuery['colunas'][number];

export type Side = 'agora' | 'antes';

/** The conditions of a period and of the one that it is compared with. */
export interface Sides {
  /** What both read. */
  either: string;
  agora: string;
  antes: string;
}

/**
 * The parameter that holds the period before. Filters of a report are in lower case, so none has this name; its value is made by
 * the server.
 */
export const parameterBefore = (parametro: string): ReportParameter => ({
  parametro: `${parametro}_ANTES`,
  label: 'Antes',
  tipo: 'DATERANGE',
  obrigatorio: true,
  opcoes: [],
});

/** Both days of each period are included. They may be neighbors, and then one range of an index has both. */
export function sidesOf(
  field: string,
  tipo: ColumnType,
  { parametro, kind }: { parametro: string; kind: ComparisonKind },
): Sides {
  const type = tipo === 'DATAHORA' ? '::timestamptz' : '';
  const { parametro: before } = parameterBefore(parametro);
  const within = (from: string, to: string) =>
    `${field} >= (:${from}_inicio)${type} and ${field} < (:${to}_fim + 1)${type}`;
  const [agora, antes] = [within(parametro, parametro), within(before, before)];
  const either = kind === 'PERIODO_ANTERIOR' ? within(before, parametro) : `((${agora}) or (${antes}))`;
  return { either, agora, antes };
}

/** ` filter (where …)`; empty if all rows count. */
export const onlyWhere = (conditions: readonly string[]): string =>
  conditions.length > 0 ? ` filter (where ${conditions.join(' and ')})` : '';

/** A calculation over the rows of a group that meet the conditions. `value` is absent where rows are counted. */
export function calculated(
  agregacao: Column['agregacao'],
  value: string | undefined,
  conditions: readonly string[] = [],
): string {
  const only = onlyWhere(conditions);
  if (value === undefined) return `count(*)${only}`;
  switch (agregacao) {
    case 'SOMA':
      return `coalesce(sum(${value})${only}, 0)`;
    case 'CONTAGEM':
      return `count(${value})${only}`;
    case 'CONTAGEM_DISTINTA':
      return `count(distinct ${value})${only}`;
    case 'MEDIA':
      return `round(avg(${value})${only}, 4)`;
    case 'MINIMO':
      return `min(${value})${only}`;
    case 'MAXIMO':
      return `max(${value})${only}`;
    default:
      return value;
  }
}

/** In percent of what it was before; empty where that was nothing. */
export const variationSql = (now: string, before: string): string =>
  `round((${now} - ${before}) * 100.0 / nullif(abs(${before}), 0), 4)`;

/** In percent of the total; empty where that is nothing. */
export const shareSql = (figure: string, total: string): string =>
  `round(${figure} * 100.0 / nullif(${total}, 0), 4)`;

export const OTHERS_SQL = `'${OTHERS}'::text`;
