import { argumentsOf, type Expression } from '#contract/expression/tree.ts';
import type { MapField } from '#contract/map/entity.ts';
import { ENTITIES } from '#contract/map/index.ts';
import { resolvePath } from '#contract/map/paths.ts';
import type { PersonalKind } from '#contract/rules/privacy/masks.ts';
import { namedColumn } from '#contract/rules/reports/calculated.ts';
import type { RowsQuery } from '#contract/rules/reports/figureRows.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { type Node, nodeAt, nodesAt, parseSql, partsOf, wordsOf } from '#server/db/guard/parser.ts';
import type { SourcedEntities } from '#server/map/sourcedEntity.ts';

/** The kind of personal data in each column of a result, by column name. */
export type ColumnMasks = ReadonlyMap<string, PersonalKind>;

/**
 * The personal columns of a report, traced to the views that they come from. `null` if that is not possible: when a personal
 * column occurs in an expression, a condition or a subquery, the output can no longer be traced. `sql` is the query that will
 * run. `hidden`: strangers look, and see no names either.
 */
export function personalColumns(
  { consulta }: Pick<ReportDefinition, 'consulta'>,
  sql: string,
  sets: SourcedEntities,
  hidden = false,
): ColumnMasks | null {
  return consulta.tipo === 'DECLARATIVA' ? ofDeclared(consulta, sets, hidden) : ofSql(sql, hidden);
}

/** The kind of a field. Where names are hidden, no part of what is personal, names or quotes is shown. */
const kindOfField = ({ pessoal, nomeia }: MapField, hidden: boolean): PersonalKind | undefined =>
  hidden && (pessoal || nomeia) ? 'TEXTO' : pessoal;

function ofDeclared(
  { conjunto, colunas, filtros = [], onde, grupo = [], cruza }: RowsQuery,
  sets: SourcedEntities,
  hidden: boolean,
): ColumnMasks | null {
  const kindOf = (path: string | undefined) => {
    const found = path === undefined ? undefined : resolvePath(sets, conjunto, path);
    return found && kindOfField(found.campo, hidden);
  };
  const compared = filtros.filter(({ operador }) => operador !== 'VAZIO' && operador !== 'PREENCHIDO');
  const calculated = colunas.flatMap(({ expr }) => (expr ? valuesRead(expr) : []));
  const read = [
    ...[...compared, ...grupo].map(({ campo }) => campo),
    // Its values become titles, which no mask reaches.
    colunas.find(({ como }) => como === cruza)?.campo,
    ...(onde ? valuesRead(onde) : []),
    ...calculated.map((path) => namedColumn({ colunas }, path)?.campo ?? path),
  ];
  if (read.some(kindOf)) return null;
  const counted = (agregacao: string | undefined) => agregacao?.startsWith('CONTAGEM');
  return new Map(
    colunas.flatMap(({ campo, como, agregacao }) => {
      const kind = kindOf(campo);
      return kind && !counted(agregacao) ? [[como, kind] as const] : [];
    }),
  );
}

/** The paths whose values an expression depends on. Whether a field is empty tells nothing of what it holds. */
const valuesRead = (node: Expression): string[] => {
  if ('campo' in node) return [node.campo];
  const [only] = argumentsOf(node);
  if ('faz' in node && node.faz === 'vazio' && only && 'campo' in only) return [];
  return argumentsOf(node).flatMap(valuesRead);
};

function ofSql(sql: string, hidden: boolean): ColumnMasks | null {
  const parsed = parseSql(sql);
  if ('message' in parsed) return null;
  const [statement] = parsed.statements;
  const parts = [...partsOf(statement)];
  const named = parts.filter(({ type }) => type === 'RangeVar').map(({ node }) => node);
  const personal = personalNames(named, hidden);
  if (personal.size === 0) return new Map();
  const outer = nodeAt(statement, 'SelectStmt');
  if (!outer) return null;
  const { masks, traced } = tracedTargets(outer, personal);
  const rows = new Set(
    named
      .filter(({ relname }) => personalNames([{ relname, schemaname: true }], hidden).size > 0)
      // A view with an alias is called by that alone, so its own name may be that of a column.
      .map(({ relname, alias }) => nodeAt(alias)?.aliasname ?? relname),
  );
  const untraced = parts.some(({ type, node }) => {
    // The columns of a view are renamed.
    if (Array.isArray(node.colnames)) return true;
    // Joins on columns of the same name use no expression, but the matches reveal the column's values.
    if (node.isNatural || wordsOf(node.usingClause).some((name) => personal.has(name))) return true;
    if (type !== 'ColumnRef' || traced.has(node)) return false;
    const words = wordsOf(node.fields);
    const [last] = words.slice(-1);
    const isWholeRow =
      words.length < nodesAt(node, 'fields').length || (words.length === 1 && rows.has(last));
    return isWholeRow || personal.has(last ?? '');
  });
  return untraced ? null : masks;
}

/**
 * Personal columns by name, across all views that the query reads: a name that is personal in one of them counts as personal
 * everywhere.
 */
function personalNames(views: readonly Node[], hidden: boolean): ReadonlyMap<string, PersonalKind> {
  const names = new Map<string, PersonalKind>();
  for (const { relname, schemaname } of views) {
    const set = schemaname ? ENTITIES[String(relname)] : undefined;
    for (const [name, field] of Object.entries(set?.campos ?? {})) {
      const kind = kindOfField(field, hidden);
      if (kind) names.set(name, kind);
    }
    // In addition to its fields, all that administrators added, personal or not.
    if (set && (set.adicionais || set === ENTITIES.registros_proprios)) names.set('campos', 'OCULTO');
  }
  return names;
}

/** The columns that the outer query returns exactly as they are in a view, including where it groups or sorts by them. */
function tracedTargets(outer: Node, personal: ReadonlyMap<string, PersonalKind>) {
  const masks = new Map<string, PersonalKind>();
  const traced = new Set<unknown>();
  if (outer.op !== 'SETOP_NONE') return { masks, traced };
  const note = (value: unknown) => {
    const column = nodeAt(value, 'ColumnRef');
    const [name] = wordsOf(column?.fields).slice(-1);
    const kind = name === undefined ? undefined : personal.get(name);
    if (kind) traced.add(column);
    return { name, kind };
  };
  for (const each of nodesAt(outer, 'targetList')) {
    const target = nodeAt(each, 'ResTarget');
    const { name, kind } = note(target?.val);
    if (kind) masks.set(String(target?.name ?? name), kind);
  }
  for (const each of nodesAt(outer, 'groupClause')) note(each);
  const outputs = new Set(nodesAt(outer, 'targetList').map((each) => nodeAt(each, 'ResTarget')?.name));
  for (const each of nodesAt(outer, 'sortClause')) {
    const value = nodeAt(each, 'SortBy')?.node;
    note(value);
    // A single name is first of all that of a column of the output, which was looked at above.
    const column = nodeAt(value, 'ColumnRef');
    const names = wordsOf(column?.fields);
    if (names.length === 1 && outputs.has(names[0])) traced.add(column);
  }
  return { masks, traced };
}
