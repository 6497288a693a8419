import { resolvePath } from '#contract/map/paths.ts';
import { CROSSED, type CrossedTable } from '#contract/rules/reports/crossing.ts';
import { mayBeSummed } from '#contract/rules/reports/groupFigures.ts';
import type { ColumnType, DeclarativeQuery } from '#contract/rules/reports/report.ts';
import type { ReportCell } from '#contract/rules/reports/results.ts';
import type { SourcedEntities } from '#server/map/sourcedEntity.ts';
import { literal, SQL_TYPES } from './conditions.ts';

/** Of these the newest values are kept, of all others those with most in them. */
const OF_TIME: ReadonlySet<ColumnType> = new Set(['DATA', 'SEMANA', 'MES', 'TRIMESTRE', 'ANO']);

/** The values that become columns, and how many there are. `grouped` is the query whose columns are still rows. */
export function valuesQuery(
  grouped: string,
  query: DeclarativeQuery,
  entities: SourcedEntities,
  tipo: ColumnType,
): string {
  const { cruza, conjunto, colunas } = query;
  const figure = colunas.find((column) => column.agregacao && mayBeSummed(column, conjunto, entities));
  const most = OF_TIME.has(tipo)
    ? `${cruza} desc nulls last`
    : `${figure ? `sum(${figure.como})` : 'count(*)'} desc`;
  return [
    `with linhas as (\n${grouped}\n)`,
    `select ${cruza} as valor, count(*) over () as quantos`,
    'from linhas',
    `group by ${cruza}`,
    `order by ${most}, ${cruza}`,
    `limit ${CROSSED.values}`,
  ].join('\n');
}

/** Each group of rows once, with a column for each value. The rows of the query are read once, by the query itself. */
export function crossedQuery(
  grouped: string,
  query: DeclarativeQuery,
  { table, values, tipo }: { table: CrossedTable; values: readonly ReportCell[]; tipo: ColumnType },
  entities: SourcedEntities,
): string {
  const { cruza, conjunto, ordem = [] } = query;
  const is = values.map((value) => `${cruza} is not distinct from ${valueSql(value, tipo)}`);
  const other = is.length > 0 ? `not (${is.join(' or ')})` : 'true';
  const whole = ({ campo, agregacao }: DeclarativeQuery['colunas'][number]) =>
    agregacao === 'CONTAGEM' ||
    (campo !== undefined && resolvePath(entities, conjunto, campo)?.campo.tipo === 'INTEIRO');
  const figures = table.figures.map(({ column, casa, shown }) => {
    const own = column.como;
    if (casa > 0) {
      const cell = `max(${own}) filter (where ${is[casa - 1]})`;
      return `${mayBeSummed(column, conjunto, entities) ? `coalesce(${cell}, 0)` : cell} as ${shown.campo}`;
    }
    const sum = casa === 0 ? `coalesce(sum(${own}) filter (where resto), 0)` : `coalesce(sum(${own}), 0)`;
    return `${whole(column) ? `(${sum})::bigint` : sum} as ${shown.campo}`;
  });
  const keys = table.keys.map(({ campo }) => campo);
  const order = ordem
    .filter(({ coluna }) => coluna !== cruza)
    .map(({ coluna, direcao }) => {
      const by = keys.includes(coluna) ? coluna : `sum(${coluna})`;
      return `${by} ${direcao === 'DESC' ? 'desc' : 'asc'} nulls last`;
    });
  return [
    `with linhas as (\n${grouped}\n),`,
    `casas as (\nselect linhas.*, ${other} as resto\nfrom linhas\n)`,
    `select ${[...keys, ...figures].join(',\n  ')}`,
    'from casas',
    keys.length > 0 ? `group by ${keys.map((_, index) => index + 1).join(', ')}` : '',
    keys.length > 0 ? `order by ${[...order, ...keys.map((key) => `${key} asc nulls last`)].join(', ')}` : '',
  ]
    .filter(Boolean)
    .join('\n');
}

const valueSql = (value: ReportCell, tipo: ColumnType): string =>
  value === null ? `null::${SQL_TYPES[tipo]}` : `${literal(value)}::${SQL_TYPES[tipo]}`;
