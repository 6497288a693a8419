import type { Expression } from '#contract/expression/tree.ts';
import { typing } from '#contract/expression/typing.ts';
import { ENTITIES } from '#contract/map/index.ts';
import { type PathStep, type ResolvedPath, resolvePath } from '#contract/map/paths.ts';
import type { FileProblem } from '#contract/rules/problem.ts';
import { queryProblems } from '#contract/rules/reports/queryProblems.ts';
import type { DeclarativeQuery, ReportParameter } from '#contract/rules/reports/report.ts';
import { manyStepOf, partsOfWhere, whereTypes } from '#contract/rules/reports/where.ts';
import { compileExpression } from '#server/expression/compile.ts';
import type { SourcedEntities } from '#server/map/sourcedEntity.ts';
import { conditionOf } from './conditions.ts';
import { Reading } from './reading.ts';

type Column = DeclarativeQuery['colunas'][number];
type Compiled = { sql: string } | { problems: FileProblem[] };

/**
 * With at most this many rows wanted, the keys of a list are read first. PostgreSQL knows nothing about how many there will be, and
 * looks up each of them.
 */
const KEYS_FIRST = 2_000;

interface Work {
  query: DeclarativeQuery;
  parameters: readonly ReportParameter[];
  entities: SourcedEntities;
}

/**
 * Generates the SQL of a declarative query. It refers to parameters in the same way as hand-written SQL and passes the same
 * guard. `rows` is how many will be read at most; undefined if all.
 */
export function compileQuery(
  query: DeclarativeQuery,
  parameters: readonly ReportParameter[],
  entities: SourcedEntities = ENTITIES,
  rows?: number,
): Compiled {
  const problems = queryProblems(query, entities);
  if (problems.length > 0) return { problems };
  const work = { query, parameters, entities };
  const grouped = query.colunas.some(({ agregacao }) => agregacao);
  const { chave = [], own } = entities[query.conjunto] ?? {};
  const [key, ...more] = own ? [] : chave;
  if (!grouped && key !== undefined && more.length === 0 && rows !== undefined && rows <= KEYS_FIRST)
    return { sql: keysFirst(work, key, rows) };
  const keys = query.colunas.flatMap(({ agregacao }, index) => (agregacao ? [] : [String(index + 1)]));
  const reading = new Reading(entities, query.conjunto);
  const columns = query.colunas.map((column) => `${expressionOf(work, reading, column)} as ${column.como}`);
  const conditions = conditionsOf(work, reading);
  const lines = [
    `select ${columns.join(',\n  ')}`,
    `from ${reading.sql()}`,
    conditions.length > 0 ? `where ${conditions.join('\n  and ')}` : '',
    grouped && keys.length > 0 ? `group by ${keys.join(', ')}` : '',
    query.ordem?.length ? `order by ${orderOf(query).join(', ')}` : '',
  ];
  return { sql: lines.filter(Boolean).join('\n') };
}

/**
 * First which rows, then what they show: a view computes each column that is asked of it for every row that its conditions leave,
 * also for those that a limit then cuts off.
 */
function keysFirst(work: Work, key: string, rows: number): string {
  const { query, entities } = work;
  const [shown, decisive] = [new Reading(entities, query.conjunto), new Reading(entities, query.conjunto)];
  const columns = query.colunas.map((column) => `${expressionOf(work, shown, column)} as ${column.como}`);
  const order = (query.ordem ?? []).map(({ coluna, direcao }) => {
    const column = query.colunas.find(({ como }) => como === coluna) ?? { campo: key, como: key };
    return `${expressionOf(work, decisive, column)} ${direction(direcao)}`;
  });
  const conditions = conditionsOf(work, decisive);
  const [own, first] = [shown.own(key), decisive.own(key)];
  return [
    `select ${columns.join(',\n  ')}`,
    `from ${shown.sql()}`,
    `where ${own} = any (array(`,
    `  select ${first}`,
    `  from ${decisive.sql()}`,
    conditions.length > 0 ? `  where ${conditions.join('\n    and ')}` : '',
    `  order by ${[...order, first].join(', ')}`,
    `  limit ${rows}`,
    '))',
    `order by ${[...orderOf(query), own].join(', ')}`,
  ]
    .filter(Boolean)
    .join('\n');
}

/** The paths of a query were found when it was checked. */
function pathIn({ query, entities }: Work, campo: string): ResolvedPath {
  const path = resolvePath(entities, query.conjunto, campo);
  if (!path) throw new Error(`no path ${campo} from ${query.conjunto}`);
  return path;
}

/** Conditions on the rows of the query; those on the rows of a path to many go where these are gathered. */
function conditionsOf(work: Work, reading: Reading): string[] {
  const { query, entities, parameters } = work;
  const place = (step: PathStep | null, write: (columnOf: (path: ResolvedPath) => string) => string) => {
    if (!step) return [write((path) => reading.column(path))];
    reading.condition(step, write);
    return [];
  };
  return [
    ...(query.filtros ?? []).flatMap((filter) => {
      const path = pathIn(work, filter.campo);
      return place(path.many ? (path.steps[0] ?? null) : null, (columnOf) =>
        conditionOf(filter, { column: columnOf(path), type: path.campo.tipo }, parameters),
      );
    }),
    ...(query.onde ? partsOfWhere(query.onde) : []).flatMap(({ node }) =>
      place(manyStepOf(entities, query.conjunto, node), (columnOf) =>
        expressionSql(work, node, (path) => columnOf(pathIn(work, path))),
      ),
    ),
  ];
}

/** An expression over the fields of a row. Days are those of the person who runs the report, as everywhere in it. */
function expressionSql({ query, entities }: Work, node: Expression, sqlOf: (path: string) => string): string {
  const { typed } = typing(node, whereTypes(entities, query.conjunto));
  if (!typed) throw new Error('an expression that was not checked was compiled');
  return compileExpression(typed, { sqlOf, zone: null, now: 'now()' });
}

function expressionOf(work: Work, reading: Reading, { campo, agregacao, formato }: Column): string {
  if (campo === undefined) return 'count(*)';
  const path = pathIn(work, campo);
  const moment = path.campo.tipo === 'DATAHORA';
  const units = { DIA: 'day', MES: 'month', ANO: 'year' };
  const shown = (column: string) =>
    formato ? `date_trunc('${units[formato]}', ${column}${moment ? '' : '::timestamp'})::date` : column;
  if (path.many) return reading.aggregated(path, agregacao, shown);
  const value = shown(reading.column(path));
  switch (agregacao) {
    case 'SOMA':
      return `coalesce(sum(${value}), 0)`;
    case 'CONTAGEM':
      return `count(${value})`;
    case 'CONTAGEM_DISTINTA':
      return `count(distinct ${value})`;
    case 'MEDIA':
      return `round(avg(${value}), 4)`;
    case 'MINIMO':
      return `min(${value})`;
    case 'MAXIMO':
      return `max(${value})`;
    default:
      return value;
  }
}

const direction = (direcao: 'ASC' | 'DESC'): string => `${direcao === 'DESC' ? 'desc' : 'asc'} nulls last`;

/** Sorts by position, so that a name that is also a field's refers to the displayed column. */
const orderOf = ({ colunas, ordem = [] }: DeclarativeQuery): string[] =>
  ordem.map(
    ({ coluna, direcao }) => `${colunas.findIndex(({ como }) => como === coluna) + 1} ${direction(direcao)}`,
  );
