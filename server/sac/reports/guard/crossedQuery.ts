import { resolvePath } from '#contract/map/paths.ts';
import { CROSSED } from '#contract/rules/reports/crossing.ts';
import { mayBeSummed } from '#contract/rules/reports/groupFigures.ts';
import type { ColumnType, DeclarativeQuery } from '#contract/rules/reports/report.ts';
import type { SourcedEntities } from '#server/map/sourcedEntity.ts';

/** Of these the newest values are kept, of all others those with most in them. */
const OF_TIME: ReadonlySet<ColumnType> = new Set(['DATA', 'SEMANA', 'MES', 'TRIMESTRE', 'ANO']);

/** Names within the statement that no column of a report has, since these begin with a letter. */
const VALUE = '_valor';
const COUNT = '_quantos';
const PLACE = '_casa';

/** What reads the value at a place, and how many values there are, in each row of a crossed query. */
export const valueAt = (casa: number): string => `${VALUE}_${casa}`;
export const COUNT_OF_VALUES = `${COUNT}_todos`;

/**
 * Each group of rows once, with a column for each of the values that are kept, and these values themselves beside them: only the rows say
 * which there are, and so they are read once. A place without a value is empty.
 */
export function crossedQuery(
  grouped: string,
  query: DeclarativeQuery,
  tipo: ColumnType,
  entities: SourcedEntities,
): string {
  const { cruza, conjunto, colunas, ordem = [] } = query;
  const sums = (column: Column) => mayBeSummed(column, conjunto, entities);
  const measured = colunas.filter(({ agregacao }) => agregacao);
  const figure = measured.find(sums);
  const most = OF_TIME.has(tipo)
    ? `${cruza} desc nulls last`
    : `${figure ? `sum(${figure.como})` : 'count(*)'} desc`;
  const places = Array.from({ length: CROSSED.values }, (_, index) => index + 1);
  const figures = measured.flatMap((column) =>
    figuresOf(column, places, { sums: sums(column), entities, conjunto }),
  );
  const keys = colunas.filter(({ como, agregacao }) => !agregacao && como !== cruza).map(({ como }) => como);
  const order = ordem
    .filter(({ coluna }) => coluna !== cruza)
    .map(({ coluna, direcao }) => {
      const by = keys.includes(coluna) ? coluna : `sum(${coluna})`;
      return `${by} ${direcao === 'DESC' ? 'desc' : 'asc'} nulls last`;
    });
  const aggregate = tipo === 'LOGICO' ? 'bool_or' : 'max';
  const values = places.map(
    (casa) =>
      `${aggregate}(${aggregate}(${VALUE}) filter (where ${PLACE} = ${casa})) over () as ${valueAt(casa)}`,
  );
  return [
    `with linhas as (\n${grouped}\n),`,
    'valores as (',
    `select ${cruza} as ${VALUE}, count(*) over () as ${COUNT}, row_number() over (order by ${most}, ${cruza}) as ${PLACE}`,
    `from linhas group by ${cruza} order by ${most}, ${cruza} limit ${CROSSED.values}`,
    '),',
    'casas as (',
    `select linhas.*, valores.${VALUE}, valores.${COUNT}, valores.${PLACE}`,
    `from linhas left join valores on valores.${VALUE} is not distinct from linhas.${cruza}`,
    ')',
    `select ${[...keys, ...figures, ...values].join(',\n  ')},`,
    `  max(max(${COUNT})) over () as ${COUNT_OF_VALUES}`,
    'from casas',
    keys.length > 0 ? `group by ${keys.map((_, index) => index + 1).join(', ')}` : '',
    keys.length > 0 ? `order by ${[...order, ...keys.map((key) => `${key} asc nulls last`)].join(', ')}` : '',
  ]
    .filter(Boolean)
    .join('\n');
}

type Column = DeclarativeQuery['colunas'][number];

/** A figure at each place, and where figures may be added of all others and of all. */
function figuresOf(
  column: Column,
  places: readonly number[],
  { sums, entities, conjunto }: { sums: boolean; entities: SourcedEntities; conjunto: string },
): string[] {
  const { como, campo, agregacao } = column;
  const isInteger =
    agregacao === 'CONTAGEM' ||
    (campo !== undefined && resolvePath(entities, conjunto, campo)?.campo.tipo === 'INTEIRO');
  const cells = places.map((casa) => {
    const cell = `max(${como}) filter (where ${PLACE} = ${casa})`;
    return `${sums ? `coalesce(${cell}, 0)` : cell} as ${como}__${casa}`;
  });
  if (!sums) return cells;
  const sum = (only: string) => {
    const sql = `coalesce(sum(${como})${only}, 0)`;
    return isInteger ? `(${sql})::bigint` : sql;
  };
  return [
    ...cells,
    `${sum(` filter (where ${PLACE} is null)`)} as ${como}__outros`,
    `${sum('')} as ${como}__total`,
  ];
}
