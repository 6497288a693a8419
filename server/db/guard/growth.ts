import type { MapEntities } from '#contract/map/entity.ts';
import { LIMITS, TooLarge, tooLarge, WIDTH, widthOf } from './limits.ts';
import { type Node, nodeAt, nodesAt, wordsOf } from './parser.ts';

interface Weight {
  parts: number;
  /** The maximum number of characters of the value. */
  width: number;
  /** The number of relations read for it. */
  places: number;
}

interface Relation {
  columns: readonly (Weight & { name: string })[];
  parts: number;
  places: number;
}

interface Scope {
  /** The WITH queries visible at this point. */
  named: ReadonlyMap<string, Relation>;
  /** The relations in FROM, of this SELECT and the enclosing ones. */
  from: readonly Relation[];
}

/** Far above every limit; sums are capped at it so that they stay finite. */
const MAX_GROWTH = 1e12;
const NOTHING: Weight = { parts: 0, width: 0, places: 0 };

/** Why a query expands beyond what the database may be given; `null` if it does not. */
export function growthProblem(select: Node, views: MapEntities): string | null {
  try {
    new Growth(views).select(select, { named: new Map(), from: [] });
    return null;
  } catch (error) {
    if (error instanceof TooLarge) return error.message;
    throw error;
  }
}

class Growth {
  readonly #views: MapEntities;
  /** The weight of each node, cached because enclosing nodes ask for it; each node occurs in one place only. */
  readonly #known = new WeakMap<object, Weight>();
  readonly #offers = new WeakMap<readonly Relation[], Offer>();

  constructor(views: MapEntities) {
    this.#views = views;
  }

  select(node: Node, outer: Scope): Relation {
    const named = new Map(outer.named);
    for (const each of nodesAt(node, 'withClause', 'ctes')) {
      const cte = nodeAt(each, 'CommonTableExpr');
      const query = nodeAt(cte, 'ctequery', 'SelectStmt');
      if (!cte || !query) continue;
      const relation = this.select(query, { named, from: outer.from });
      named.set(String(cte.ctename), renamed(relation, wordsOf(cte.aliascolnames)));
    }
    const [left, right] = [nodeAt(node, 'larg'), nodeAt(node, 'rarg')].map((one) => one && unnamed(one));
    if (left && right) return this.#union(node, left, right, { named, from: outer.from });
    const own = nodesAt(node, 'fromClause').flatMap((one) => this.#from(one, { named, from: outer.from }));
    return this.#selected(node, own, { named, from: [...own, ...outer.from] });
  }

  #selected(node: Node, own: readonly Relation[], scope: Scope): Relation {
    requireFewGroupings(nodesAt(node, 'groupClause'));
    const columns = nodesAt(node, 'targetList').flatMap((each, index) =>
      this.#columns(nodeAt(each, 'ResTarget') ?? {}, index, own, scope),
    );
    if (columns.length > LIMITS.columns) throw tooLarge('colunas');
    for (const each of nodesAt(node, 'valuesLists')) columns.push(...this.#listed(each, scope));
    const { targetList: _, withClause: __, fromClause: ___, larg: ____, rarg: _____, ...rest } = node;
    if (own.length > LIMITS.places) throw tooLarge('visões');
    const others = this.#all([rest, ...nodesAt(node, 'fromClause')], scope);
    const parts = sum([...own, ...columns, ...others].map((each) => each.parts));
    const places = sum([...own, ...columns, ...others].map((each) => each.places));
    return this.#sound({ columns, parts, places });
  }

  /** One column, or for a star all the columns that it stands for. */
  #columns(
    target: Node,
    index: number,
    own: readonly Relation[],
    scope: Scope,
  ): Relation['columns'][number][] {
    const value = nodeAt(target, 'val') ?? {};
    const fields = nodesAt(value, 'ColumnRef', 'fields');
    if (fields.at(-1)?.A_Star) return own.flatMap(({ columns }) => columns);
    const last = wordsOf(fields).at(-1);
    const name = String(target.name ?? last ?? `?${index}`);
    return [{ name, ...this.#weight(value, scope) }];
  }

  #listed(list: Node, scope: Scope): Relation['columns'][number][] {
    return nodesAt(list, 'List', 'items').map((each, index) => ({
      name: `column${index + 1}`,
      ...this.#weight(each, scope),
    }));
  }

  #union(node: Node, left: Node, right: Node, scope: Scope): Relation {
    const [a, b] = [this.select(left, scope), this.select(right, scope)];
    const columns = a.columns.map((column, index) => ({
      name: column.name,
      parts: Math.max(column.parts, b.columns[index]?.parts ?? 0),
      width: Math.max(column.width, b.columns[index]?.width ?? 0),
      places: 0,
    }));
    const order = this.#all(nodesAt(node, 'sortClause'), { ...scope, from: [a, ...scope.from] });
    const parts = sum([a, b, ...order].map((each) => each.parts));
    return this.#sound({ columns, parts, places: sum([a, b, ...order].map((each) => each.places)) });
  }

  /** The relations that an item of FROM provides. Join conditions are weighed with the rest of the SELECT. */
  #from(item: Node, scope: Scope): Relation[] {
    const table = nodeAt(item, 'RangeVar');
    if (table) return [this.#table(table, scope)];
    const join = nodeAt(item, 'JoinExpr');
    if (join) {
      const left = this.#from(nodeAt(join, 'larg') ?? {}, scope);
      // A lateral subselect sees the items before it.
      return [
        ...left,
        ...this.#from(nodeAt(join, 'rarg') ?? {}, { ...scope, from: [...left, ...scope.from] }),
      ];
    }
    const rangeFunction = nodeAt(item, 'RangeFunction');
    if (rangeFunction) return [this.#rowsOf(rangeFunction, scope)];
    const inner = nodeAt(item, 'RangeSubselect');
    const query = nodeAt(inner, 'subquery', 'SelectStmt');
    if (!inner || !query) return [];
    return [asUsedRelation(this.select(query, scope), wordsOf(nodeAt(inner, 'alias')?.colnames))];
  }

  /** The parts of a value, each no longer than the value: one column, or a key and a value. */
  #rowsOf(made: Node, scope: Scope): Relation {
    const { parts, width, places } = this.#weight(made.functions, scope);
    const { aliasname, colnames } = nodeAt(made, 'alias') ?? {};
    const named = wordsOf(colnames);
    const names = named.length > 0 ? named : ['key', 'value', String(aliasname ?? 'value')];
    const columns = names.map((name) => ({ name, parts: 4, width: Math.max(WIDTH.text, width), places: 0 }));
    return { columns, parts, places: places + 1 };
  }

  #table(table: Node, { named }: Scope): Relation {
    const name = String(table.relname);
    const colnames = wordsOf(nodeAt(table, 'alias')?.colnames);
    const namedTable = table.schemaname ? undefined : named.get(name);
    if (namedTable) return asUsedRelation(namedTable, colnames);
    const fields = Object.hasOwn(this.#views, name) ? Object.entries(this.#views[name]?.campos ?? {}) : [];
    const columns = fields.map(([field, { tipo }]) => ({
      name: field,
      parts: 4,
      width: tipo === 'TEXTO' ? WIDTH.text : WIDTH.other,
      places: 0,
    }));
    return renamed({ columns, parts: 50, places: 2 }, colnames);
  }

  #sound(relation: Relation): Relation {
    if (relation.parts > LIMITS.parts) throw tooLarge('partes');
    if (relation.places > LIMITS.places) throw tooLarge('visões');
    return relation;
  }

  #all(nodes: readonly unknown[], scope: Scope): Weight[] {
    return nodes.map((each) => this.#weight(each, scope));
  }

  /** The weight of an expression, or of anything that contains expressions. */
  #weight(value: unknown, scope: Scope): Weight {
    if (typeof value !== 'object' || value === null) return NOTHING;
    const cachedWeight = this.#known.get(value);
    if (cachedWeight) return cachedWeight;
    const weight = Array.isArray(value) ? together(this.#all(value, scope)) : this.#reckoned(value, scope);
    this.#known.set(value, weight);
    return weight;
  }

  #reckoned(value: object, scope: Scope): Weight {
    const node = nodeAt(value) ?? {};
    const column = nodeAt(node, 'ColumnRef');
    if (column) return this.#columnWeight(column, scope);
    const select = nodeAt(node, 'SelectStmt');
    if (select) return asValue(this.select(select, scope));
    // Weighed with FROM; here only join conditions count.
    if (node.RangeSubselect || node.RangeVar || node.RangeFunction) return NOTHING;
    const constant = constantWeight(node);
    const [name, ...more] = Object.keys(node);
    const weight = constant ?? together(Object.values(node).map((each) => this.#weight(each, scope)));
    if (constant || name === undefined || more.length > 0 || !/^[A-Z]/.test(name)) return weight;
    return this.#bounded(name, nodeAt(node, name) ?? {}, { ...weight, parts: weight.parts + 1 }, scope);
  }

  /** A whole row weighs as much as its columns; an unknown name as much as the heaviest column that it could mean. */
  #columnWeight({ fields }: Node, { from }: Scope): Weight {
    const offer = this.#offers.get(from) ?? offerOf(from);
    this.#offers.set(from, offer);
    if (nodesAt(fields).at(-1)?.A_Star) return bounded(offer.all);
    const found = offer.named.get(wordsOf(fields).at(-1) ?? '') ?? offer.heaviest;
    return { ...found, parts: found.parts + 1, width: Math.max(WIDTH.flag, found.width) };
  }

  /** Applies a node's effect on the width of its contents. */
  #bounded(name: string, node: Node, made: Weight, scope: Scope): Weight {
    const width = widthOf(name, node, made.width, (part) => this.#weight(part, scope).width);
    if (width > LIMITS.width) throw tooLarge('texto');
    if (made.parts > LIMITS.parts) throw tooLarge('partes');
    return { ...made, width };
  }
}

/** What the names in a scope can refer to. */
interface Offer {
  named: ReadonlyMap<string, Weight>;
  heaviest: Weight;
  all: Weight;
}

function offerOf(from: readonly Relation[]): Offer {
  const columns = from.flatMap((relation) => relation.columns);
  const named = new Map<string, Weight>();
  for (const column of columns) named.set(column.name, heavier(named.get(column.name) ?? NOTHING, column));
  return { named, heaviest: columns.reduce(heavier, NOTHING), all: together(columns) };
}

const heavier = (a: Weight, b: Weight): Weight => ({
  parts: Math.max(a.parts, b.parts),
  width: Math.max(a.width, b.width),
  places: Math.max(a.places, b.places),
});

/** Counting a star does not read its text. */
const bounded = (weight: Weight): Weight => ({ ...weight, width: Math.min(weight.width, LIMITS.width) });

function constantWeight(node: Node): Weight | null {
  const constant = nodeAt(node, 'A_Const');
  if (!constant) return null;
  const number = nodeAt(constant, 'fval')?.fval;
  if (typeof number === 'string') {
    const digits = number.length + Math.abs(Number(/e([+-]?\d+)$/i.exec(number)?.[1] ?? 0));
    if (!(digits <= LIMITS.written)) throw tooLarge('algarismos');
    return { parts: 1, width: digits, places: 0 };
  }
  const text = nodeAt(constant, 'sval');
  return { parts: 1, width: text ? String(text.sval ?? '').length : 12, places: 0 };
}

/** Renames columns by position, as an alias does. */
const renamed = (relation: Relation, names: readonly string[]): Relation =>
  names.length === 0
    ? relation
    : {
        ...relation,
        columns: relation.columns.map((column, index) => ({ ...column, name: names[index] ?? column.name })),
      };

/** Using a WITH query or a subselect counts as one more relation. */
const asUsedRelation = (relation: Relation, names: readonly string[]): Relation =>
  renamed({ ...relation, places: relation.places + 1 }, names);

const asValue = ({ columns, parts, places }: Relation): Weight => ({
  parts,
  places: places + 1,
  width: Math.max(0, ...columns.map(({ width }) => width)),
});

const sum = (figures: readonly number[]): number =>
  Math.min(
    MAX_GROWTH,
    figures.reduce((total, each) => total + each, 0),
  );
const together = (weights: readonly Weight[]): Weight => ({
  parts: sum(weights.map(({ parts }) => parts)),
  width: sum(weights.map(({ width }) => width)),
  places: sum(weights.map(({ places }) => places)),
});

/** In a set operation a subquery's node appears without its name. */
const unnamed = (node: Node): Node => nodeAt(node, 'SelectStmt') ?? node;

/** CUBE over n columns groups in 2^n ways, and several of them multiply. */
function requireFewGroupings(clause: readonly Node[]) {
  const ways = clause.map(waysOf).reduce((product, each) => product * each, 1);
  if (ways > LIMITS.groupings) throw tooLarge('agrupamentos');
}

function waysOf(node: Node): number {
  const set = nodeAt(node, 'GroupingSet');
  if (!set) return 1;
  const content = nodesAt(set, 'content');
  if (set.kind === 'GROUPING_SET_CUBE') return 2 ** content.length;
  if (set.kind === 'GROUPING_SET_ROLLUP') return content.length + 1;
  return set.kind === 'GROUPING_SET_SETS' ? sum(content.map(waysOf)) : 1;
}
