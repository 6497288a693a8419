import { ENTITIES } from '#contract/map/index.ts';
import { isStandardReference } from '#contract/records/index.ts';
import type { DefinitionUse, UsedKind } from '#contract/rules/definitions/uses.ts';
import { type Node, nodeAt, nodesAt, partsOf, type QueryPart, wordsOf } from '#server/db/guard/parser.ts';

/** The views whose column `campos` holds what administrators defined. */
const OWN_FIELDS: Readonly<Record<string, { kind: UsedKind; key: string | null }>> = {
  ...Object.fromEntries(
    Object.entries(ENTITIES).flatMap(([view, { adicionais: key }]) =>
      key ? [[view, { kind: 'fields' as const, key }]] : [],
    ),
  ),
  registros_proprios: { kind: 'records', key: null },
};

const FIELDS = 'campos';
/** Names the type of a row of `registros_proprios`. */
const TYPE = 'cadastro';
/** Options are shorter; a longer text that is compared with a field is none. */
const MAX_VALUE = 100;

/**
 * What a query uses: views and their columns, own record types by the key that `cadastro` is compared with, and the fields
 * read from `campos`. Where a name does not say which view it belongs to, each that fits is used, marked as unsure.
 */
export function queryUses(statement: unknown, pointer: string): DefinitionUse[] {
  const parts = [...partsOf(statement)];
  const places = viewsOf(parts);
  const types = comparedTypes(parts, places);
  const uses = [
    ...places.map(({ view }) => ({ kind: 'views' as const, key: view, field: '', value: '' })),
    ...parts.flatMap(({ type, node }) => (type === 'ColumnRef' ? columnUses(node, places) : [])),
    ...[...types.values()].flat().map((key) => ({ kind: 'records' as const, key, field: '', value: '' })),
    ...parts.flatMap(({ type, node }) => fieldUses(type, node, places, types)),
  ];
  return distinct(uses).map((use) => ({ ...use, pointer }));
}

type Use = Omit<DefinitionUse, 'pointer'>;

interface Place {
  view: string;
  /** The name that the query gives it. */
  name: string;
}

const viewsOf = (parts: readonly QueryPart[]): Place[] =>
  parts.flatMap(({ type, node }) => {
    const view = String(node.relname);
    if (type !== 'RangeVar' || !node.schemaname || !Object.hasOwn(ENTITIES, view)) return [];
    return [{ view, name: String(nodeAt(node, 'alias')?.aliasname ?? view) }];
  });

/** The places that a column may belong to; `sure` if there is only one view among them. */
function placesOf(words: readonly string[], places: readonly Place[], fits: (view: string) => boolean) {
  const [qualifier] = words.slice(-2, -1);
  const named = places.filter(({ name }) => name === qualifier);
  const among = (qualifier !== undefined && named.length > 0 ? named : places).filter(({ view }) =>
    fits(view),
  );
  return { among, sure: new Set(among.map(({ view }) => view)).size === 1 };
}

function columnUses(node: Node, places: readonly Place[]): Use[] {
  const words = wordsOf(node.fields);
  const column = words.at(-1) ?? '';
  const { among, sure } = placesOf(words, places, (view) =>
    Object.hasOwn(ENTITIES[view]?.campos ?? {}, column),
  );
  return among.map(({ view }) => ({
    ...{ kind: 'views' as const, key: view, field: column, value: '' },
    ...(!sure && { unsure: true as const }),
  }));
}

/** The own types that each place of the query is limited to, by its name; '' for conditions that name no place. */
function comparedTypes(parts: readonly QueryPart[], places: readonly Place[]): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { left, right } of parts.flatMap(comparisons)) {
    const words = wordsOf(nodeAt(left, 'ColumnRef')?.fields);
    if (words.at(-1) !== TYPE) continue;
    const { among } = placesOf(words, places, (view) => OWN_FIELDS[view]?.key === null);
    const name = words.length > 1 ? String(words.at(-2)) : among.length === 1 ? (among[0]?.name ?? '') : '';
    const keys = textsOf(right).filter((key) => isTypeKey(key) && !isStandardReference(key));
    found.set(name, [...(found.get(name) ?? []), ...keys]);
  }
  return found;
}

const isTypeKey = (text: string) => /^[a-z][a-z0-9-]{1,59}$/.test(text);

/** The sides of an equality, an IN list or a simple CASE, whichever way round it is written. */
function comparisons({ type, node }: QueryPart): { left: Node; right: unknown }[] {
  if (type === 'CaseExpr')
    return nodesAt(node, 'args').map((when) => ({
      left: bare(node.arg),
      right: nodeAt(when, 'CaseWhen')?.expr,
    }));
  if (type !== 'A_Expr' || !['=', '<>'].includes(wordsOf(node.name).join())) return [];
  return [
    { left: bare(node.lexpr), right: node.rexpr },
    { left: bare(node.rexpr), right: node.lexpr },
  ];
}

/** Without the casts around it. */
function bare(value: unknown): Node {
  const node = nodeAt(value) ?? {};
  const cast = nodeAt(node, 'TypeCast');
  return cast ? bare(cast.arg) : node;
}

/** The texts written in a value: one, or those of a list. */
function textsOf(value: unknown): string[] {
  const node = bare(value);
  const text = nodeAt(node, 'A_Const', 'sval')?.sval;
  if (typeof text === 'string') return [text];
  return [...nodesAt(node, 'List', 'items'), ...nodesAt(node, 'A_ArrayExpr', 'elements')].flatMap(textsOf);
}

const EXTRACTING = new Set(['->', '->>', '?', '#>', '#>>', '@>']);
const EXTRACTORS = new Set(['jsonb_extract_path', 'jsonb_extract_path_text']);

interface Read {
  words: string[];
  keys: string[];
}

/** The keys that an expression reads from `campos`; `null` if it does not. */
function readOf(type: string, node: Node): Read | null {
  const isOperator = type === 'A_Expr' && EXTRACTING.has(wordsOf(node.name).join());
  const isFunction = type === 'FuncCall' && EXTRACTORS.has(wordsOf(node.funcname).at(-1) ?? '');
  if (!isOperator && !isFunction) return null;
  const [source, path] = isOperator ? [node.lexpr, node.rexpr] : nodesAt(node, 'args');
  const words = wordsOf(nodeAt(bare(source), 'ColumnRef')?.fields);
  if (words.at(-1) !== FIELDS) return null;
  return { words, keys: textsOf(path).flatMap((text) => keysIn(wordsOf(node.name).join(), text)) };
}

/** `#>` takes a path, `@>` an object. */
function keysIn(operator: string, text: string): string[] {
  if (operator.startsWith('#')) return [text.replace(/^\{/, '').split(/[,}]/)[0] ?? ''];
  if (operator !== '@>') return [text];
  try {
    return Object.keys(JSON.parse(text));
  } catch {
    return [];
  }
}

function fieldUses(
  type: string,
  node: Node,
  places: readonly Place[],
  types: ReadonlyMap<string, string[]>,
): Use[] {
  const compared = comparisons({ type, node }).flatMap(({ left, right }) => {
    const [kind = '', inner] = Object.entries(left)[0] ?? [];
    const read = readOf(kind, nodeAt(inner) ?? {});
    const values = read ? textsOf(right).filter((text) => text.length <= MAX_VALUE) : [];
    return read ? values.map((value) => ({ read, value })) : [];
  });
  const read = readOf(type, node);
  return [...compared, ...(read ? [{ read, value: '' }] : [])].flatMap(({ read: { words, keys }, value }) => {
    const { among, sure } = placesOf(words, places, (view) => Object.hasOwn(OWN_FIELDS, view));
    return among.flatMap(({ view, name }) => {
      const source = OWN_FIELDS[view];
      if (!source) return [];
      const own = types.get(name) ?? [...types.values()].flat();
      const targets = source.key === null ? own : [source.key];
      const unsure = !sure || targets.length > 1;
      return targets.flatMap((key) =>
        keys.map((field) => ({
          ...{ kind: source.kind, key, field, value },
          ...(unsure && { unsure: true as const }),
        })),
      );
    });
  });
}

function distinct(uses: readonly Use[]): Use[] {
  const seen = new Set<string>();
  return uses.filter(({ kind, key, field, value }) => {
    const name = JSON.stringify([kind, key, field, value]);
    return !seen.has(name) && seen.add(name);
  });
}
