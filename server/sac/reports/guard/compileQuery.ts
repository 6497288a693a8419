import type { Expression } from '#contract/expression/tree.ts';
import { typing } from '#contract/expression/typing.ts';
import { ENTITIES } from '#contract/map/index.ts';
import { type PathStep, type ResolvedPath, resolvePath } from '#contract/map/paths.ts';
import type { FileProblem } from '#contract/rules/problem.ts';
import { calculatedTypes, isOverColumns, namedColumn } from '#contract/rules/reports/calculated.ts';
import { figureProblems } from '#contract/rules/reports/figureProblems.ts';
import type { RowsQuery } from '#contract/rules/reports/figureRows.ts';
import { comparedParameter, hasFigures } from '#contract/rules/reports/groupFigures.ts';
import { queryProblems } from '#contract/rules/reports/queryProblems.ts';
import type { DeclarativeQuery, ReportParameter } from '#contract/rules/reports/report.ts';
import { manyStepOf, partsOfWhere, whereTypes } from '#contract/rules/reports/where.ts';
import { compileExpression } from '#server/expression/compile.ts';
import { quoted } from '#server/expression/quoted.ts';
import type { SourcedEntities } from '#server/map/sourcedEntity.ts';
import { calculated, type Side, type Sides, sidesOf } from './comparing.ts';
import { conditionOf, type Filter, groupCondition } from './conditions.ts';
import { grainSql, localMoment, stepsToBranch, ZONE } from './grain.ts';
import { type GroupColumn, GroupedQuery } from './groupedQuery.ts';
import { Reading } from './reading.ts';

type Column = DeclarativeQuery['colunas'][number];
type Compiled = { sql: string } | { problems: FileProblem[] };

/**
 * With at most this many rows wanted, the keys of a list are read first. PostgreSQL knows nothing about how many there will be, and
 * looks up each of them.
 */
const KEYS_FIRST = 2_000;

interface Work {
  query: RowsQuery;
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
  const named = queryProblems(query, entities);
  const problems = named.length > 0 ? named : figureProblems(query, entities);
  if (problems.length > 0) return { problems };
  const work = { query, parameters, entities };
  const grouped = query.colunas.some(({ agregacao }) => agregacao);
  const { chave = [], own } = entities[query.conjunto] ?? {};
  const [key, ...more] = own ? [] : chave;
  if (!grouped && key !== undefined && more.length === 0 && rows !== undefined && rows <= KEYS_FIRST)
    return { sql: keysFirst(work, key, rows) };
  const keys = query.colunas.flatMap(({ agregacao, expr }, index) =>
    agregacao || (expr && isOverColumns(expr)) ? [] : [String(index + 1)],
  );
  const reading = new Reading(entities, query.conjunto);
  const conditions = conditionsOf(work, reading);
  const from = (groups: readonly string[]) =>
    [
      `from ${reading.sql()}`,
      conditions.where.length > 0 ? `where ${conditions.where.join('\n  and ')}` : '',
      grouped && groups.length > 0 ? `group by ${groups.join(', ')}` : '',
    ].filter(Boolean);
  if (hasFigures(query)) {
    const figures = query.colunas.map((column) => groupColumn(work, reading, column, conditions));
    return { sql: new GroupedQuery(query, entities, figures).sql(from(keyPlaces(figures)).join('\n')) };
  }
  const columns = query.colunas.map((column) => `${expressionOf(work, reading, column)} as ${column.como}`);
  const lines = [
    `select ${columns.join(',\n  ')}`,
    ...from(keys),
    query.ordem?.length ? `order by ${orderOf(query).join(', ')}` : '',
  ];
  return { sql: lines.filter(Boolean).join('\n') };
}

/** The positions of the columns that name a group: a variation before them takes two. */
function keyPlaces(columns: readonly GroupColumn[]): string[] {
  let place = 0;
  return columns.flatMap(({ column, before }) => {
    place += before === undefined ? 1 : 2;
    return column.agregacao === undefined ? [String(place)] : [];
  });
}

/** A column of the groups: where the query compares, each side counts its own rows. */
function groupColumn(work: Work, reading: Reading, column: Column, conditions: Conditions): GroupColumn {
  const { compara } = work.query;
  const of = (side: Side) =>
    expressionOf(work, reading, column, compara ? { side, rows: conditions[side] } : {});
  if (column.mostra === 'ANTES') return { column, sql: of('antes') };
  return { column, sql: of('agora'), ...(column.mostra === 'VARIACAO' && { before: of('antes') }) };
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
  const { where } = conditionsOf(work, decisive);
  const [own, first] = [shown.own(key), decisive.own(key)];
  return [
    `select ${columns.join(',\n  ')}`,
    `from ${shown.sql()}`,
    `where ${own} = any (array(`,
    `  select ${first}`,
    `  from ${decisive.sql()}`,
    where.length > 0 ? `  where ${where.join('\n    and ')}` : '',
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

/** An expression over the fields of a row. Days are those of the person who runs the report, as everywhere in it. */
function expressionSql({ query, entities }: Work, node: Expression, sqlOf: (path: string) => string): string {
  const { typed } = typing(node, whereTypes(entities, query.conjunto));
  if (!typed) throw new Error('an expression that was not checked was compiled');
  return compileExpression(typed, { sqlOf, zone: null, now: momentOf(query) });
}

/** What 'today' is counted from. */
const momentOf = ({ em }: RowsQuery): string => (em === undefined ? 'now()' : `${quoted(em)}::timestamptz`);

/** A calculated column, in the SQL type that its own type is shown in. */
function calculation(work: Work, reading: Reading, expr: Expression): string {
  const { query, entities } = work;
  const fieldOf = (path: string) => resolvePath(entities, query.conjunto, path);
  const { typed } = typing(expr, calculatedTypes(query, fieldOf));
  if (!typed) throw new Error('a calculation that was not checked was compiled');
  const sqlOf = (path: string) => {
    const column = namedColumn(query, path);
    return column ? expressionOf(work, reading, column) : reading.column(pathIn(work, path));
  };
  const sql = compileExpression(typed, { sqlOf, zone: null, now: momentOf(query) });
  return typed.tipo === 'INTEIRO' ? `${sql}::bigint` : sql;
}

interface Conditions extends Record<Side, string[]> {
  where: string[];
}

/**
 * Conditions on the rows of the query; those on the rows of a path to many go where these are gathered. Where periods are compared,
 * rows of both are read, and each belongs to a side.
 */
function conditionsOf(work: Work, reading: Reading): Conditions {
  const { query, parameters, entities } = work;
  const found: Conditions = { where: [], agora: [], antes: [] };
  const compared = comparedParameter(query, entities);
  const place = (step: PathStep | null, write: (columnOf: (path: ResolvedPath) => string) => string) => {
    if (step) reading.condition(step, write);
    else found.where.push(write((path) => reading.column(path)));
  };
  for (const filter of query.filtros ?? []) {
    const path = pathIn(work, filter.campo);
    const step = path.many ? (path.steps[0] ?? null) : null;
    if (!isCompared(filter, compared))
      place(step, (columnOf) =>
        conditionOf(filter, { column: columnOf(path), type: path.campo.tipo }, parameters),
      );
    else placeSides(reading, step, found, (columnOf) => comparedSides(query, path, columnOf(path), compared));
  }
  for (const group of query.grupo ?? []) {
    const path = pathIn(work, group.campo);
    found.where.push(groupCondition(group, readValue(work, reading, path, group.formato), path.campo.tipo));
  }
  if (query.contado !== undefined)
    found.where.push(`${reading.column(pathIn(work, query.contado))} is not null`);
  for (const { node } of query.onde ? partsOfWhere(query.onde) : [])
    place(manyStepOf(entities, query.conjunto, node), (columnOf) =>
      expressionSql(work, node, (path) => columnOf(pathIn(work, path))),
    );
  return found;
}

const comparedSides = (
  { compara = 'PERIODO_ANTERIOR' }: DeclarativeQuery,
  { campo }: ResolvedPath,
  column: string,
  parametro = '',
): Sides => sidesOf(column, campo.tipo, { parametro, kind: compara });

function placeSides(
  reading: Reading,
  step: PathStep | null,
  found: Conditions,
  write: (columnOf: (path: ResolvedPath) => string) => Sides,
) {
  if (step) return reading.compared(step, write);
  const { either, agora, antes } = write((path) => reading.column(path));
  found.where.push(either);
  found.agora.push(agora);
  found.antes.push(antes);
}

const isCompared = ({ operador, parametro }: Filter, compared: string | undefined): boolean =>
  compared !== undefined && operador === 'ENTRE' && parametro === compared;

/** The value of a column in a row: the field, or the part of time that it belongs to. */
function readValue(
  { entities }: Work,
  reading: Reading,
  path: ResolvedPath,
  grain: Column['formato'],
): string {
  const column = reading.column(path);
  if (!grain) return column;
  if (path.campo.tipo !== 'DATAHORA') return grainSql(grain, `${column}::timestamp`);
  const way = stepsToBranch(entities, path.entity);
  const zone = way && reading.column({ steps: [...path.steps, ...way], field: ZONE });
  return grainSql(grain, localMoment(column, zone));
}

function expressionOf(
  work: Work,
  reading: Reading,
  { campo, expr, agregacao, formato }: Column,
  { side, rows = [] }: { side?: Side; rows?: readonly string[] } = {},
): string {
  if (expr) return calculated(agregacao, calculation(work, reading, expr), rows);
  if (campo === undefined) return calculated(agregacao, undefined, rows);
  const path = pathIn(work, campo);
  if (path.many)
    return reading.aggregated(
      path,
      agregacao,
      (inner, within) => readValue(work, inner, within, formato),
      side ? { side, rows } : {},
    );
  return calculated(agregacao, readValue(work, reading, path, formato), rows);
}

const direction = (direcao: 'ASC' | 'DESC'): string => `${direcao === 'DESC' ? 'desc' : 'asc'} nulls last`;

/** Sorts by position, so that a name that is also a field's refers to the displayed column. */
const orderOf = ({ colunas, ordem = [] }: DeclarativeQuery): string[] =>
  ordem.map(
    ({ coluna, direcao }) => `${colunas.findIndex(({ como }) => como === coluna) + 1} ${direction(direcao)}`,
  );
