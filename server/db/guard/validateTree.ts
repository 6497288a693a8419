import {
  FUNCTIONS,
  NODES,
  OPERATORS,
  OWN_FUNCTIONS,
  REFUSED,
  ROW_FUNCTIONS,
  TIME_CONSTANTS,
  TYPES,
  UNNAMED,
} from './allowed.ts';
import { constantOf, type Node, nodeAt, nodesAt, wordsOf } from './parser.ts';

interface TreeProblem {
  /** The byte offset in the text; −1 if the parser does not give one. */
  at: number;
  message: string;
}

/** The schema that reports read. */
const SCHEMA = 'relatorio';

/** The maximum nesting depth: far more than people write, and far less than the stack allows. */
const DEEPEST = 200;

/** Checks the single SELECT of a report: every part of it must be known and allowed. */
export function checkTree(statement: unknown, views: ReadonlySet<string>): TreeProblem[] {
  const validator = new TreeValidator(views);
  const [name] = Object.keys(nodeAt(statement) ?? {});
  const select = nodeAt(statement, 'SelectStmt');
  if (name !== 'SelectStmt' || !select) validator.refuse(refusedName(name ?? ''), -1);
  else validator.node('SelectStmt', select, []);
  return validator.problems;
}

class TreeValidator {
  readonly problems: TreeProblem[] = [];
  readonly #views: ReadonlySet<string>;
  /** The calls that stand in place of a table. */
  readonly #ofRows = new Set<Node>();
  #last = -1;
  #depth = 0;

  constructor(views: ReadonlySet<string>) {
    this.#views = views;
  }

  refuse(what: string, at: number) {
    this.say(`Um relatório não usa ${what}. Retire.`, at);
  }

  say(message: string, at: number) {
    this.problems.push({ at: at >= 0 ? at : this.#last, message });
  }

  /** `names`: the WITH queries visible at this point. */
  node(type: string, node: Node, names: readonly string[]): void {
    const at = placeOf(node);
    if (at >= 0) this.#last = at;
    if (this.#depth === DEEPEST) {
      this.say('A consulta tem partes demais umas dentro das outras. Simplifique.', at);
      return;
    }
    this.#depth += 1;
    if (type === 'SelectStmt') this.#select(node, names);
    else {
      this.#rules[type]?.(node, at, names);
      this.#children(node, names);
    }
    this.#depth -= 1;
  }

  #children(node: Node, names: readonly string[], except?: string) {
    for (const [key, value] of Object.entries(node)) if (key !== except) this.#value(key, value, names);
  }

  #value(key: string, value: unknown, names: readonly string[]): void {
    if (Array.isArray(value)) {
      for (const each of value) this.#value(key, each, names);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    const [name, ...more] = Object.keys(value);
    const named = name !== undefined && more.length === 0 && /^[A-Z]/.test(name) ? name : null;
    const part = named === null ? nodeAt(value) : nodeAt(value, named);
    const type = named ?? UNNAMED[key];
    if (part && type !== undefined && (named === null || NODES.has(named))) this.node(type, part, names);
    // A node without any key is an empty slot, such as the one that a plain DISTINCT leaves.
    else if (name !== undefined) this.refuse(refusedName(named ?? key), part ? placeOf(part) : -1);
  }

  /** WITH defines queries one after the other: each sees only the earlier ones, and the main query sees them all. */
  #select(node: Node, names: readonly string[]) {
    if (node.lockingClause) this.refuse(refusedName('lockingClause'), -1);
    const withClause = nodeAt(node, 'withClause');
    if (withClause?.recursive) this.refuse('WITH RECURSIVE', placeOf(withClause));
    let visibleNames = names;
    for (const each of nodesAt(withClause, 'ctes')) {
      const cte = nodeAt(each, 'CommonTableExpr');
      if (!cte) continue;
      this.#value('ctequery', cte.ctequery, visibleNames);
      this.#children(cte, visibleNames, 'ctequery');
      visibleNames = [...visibleNames, String(cte.ctename)];
    }
    this.#children(node, visibleNames, 'withClause');
  }

  readonly #rules: Readonly<Record<string, (node: Node, at: number, names: readonly string[]) => void>> = {
    RangeVar: (node, at, names) => {
      const [schema, name] = [node.schemaname as string | undefined, String(node.relname)];
      if (schema === undefined && names.includes(name) && !node.catalogname) return;
      if (schema === SCHEMA && !node.catalogname && this.#views.has(name)) return;
      const written = [node.catalogname, schema, name].filter(Boolean).join('.');
      this.say(
        schema === undefined && this.#views.has(name)
          ? `Escreva relatorio.${name} em vez de ${name}.`
          : `Um relatório não lê ${written}: só as visões do esquema relatorio e o que WITH nomeia.`,
        at,
      );
    },
    FuncCall: (node, at) => {
      const [name, schema, ...rest] = wordsOf(node.funcname).reverse();
      const own = schema === SCHEMA && OWN_FUNCTIONS.has(name ?? '');
      const ofRows = this.#ofRows.has(node) && ROW_FUNCTIONS.has(name ?? '');
      const standard =
        (schema === undefined || schema === 'pg_catalog') && (FUNCTIONS.has(name ?? '') || ofRows);
      if (rest.length > 0 || !(own || standard))
        this.say(`A função ${wordsOf(node.funcname).join('.')} não é permitida em relatórios.`, at);
      if (node.func_variadic) this.refuse('VARIADIC', at);
      const argument = argumentProblem(name ?? '', nodesAt(node, 'args'));
      if (argument) this.say(argument, at);
    },
    RangeFunction: (node, at) => {
      const [only, ...more] = nodesAt(node, 'functions');
      const call = nodeAt(nodesAt(only, 'List', 'items')[0], 'FuncCall');
      const [name, schema] = wordsOf(call?.funcname).reverse();
      const isRowFunction =
        (schema === undefined || schema === 'pg_catalog') && ROW_FUNCTIONS.has(name ?? '');
      if (!isRowFunction || more.length > 0 || node.coldeflist || node.is_rowsfrom)
        this.refuse(refusedName('RangeFunction'), at);
      if (call) this.#ofRows.add(call);
    },
    // "(a, b)" is compared or counted; ROW(...) makes a value of its own.
    RowExpr: (node, at) => {
      if (node.row_format !== 'COERCE_IMPLICIT_CAST') this.refuse(refusedName('RowExpr'), at);
    },
    // The order of code points. Others cost more, and there is none that every database has.
    CollateClause: (node, at) => {
      if (wordsOf(node.collname).join('.') !== 'C') this.refuse('COLLATE, a não ser COLLATE "C"', at);
    },
    // Only one element of an array, by a written number: a field of a composite value has a name.
    A_Indirection: (node, at) => {
      const [index, ...more] = nodesAt(node, 'indirection');
      const place = nodeAt(index, 'A_Indices');
      const written = typeof constantOf(place?.uidx) === 'number';
      if (more.length > 0 || !place || place.is_slice || !written)
        this.refuse(refusedName('A_Indirection'), at);
    },
    A_Expr: (node, at) => {
      const [operator, ...rest] = wordsOf(node.name);
      if (rest.length > 0 || !OPERATORS.has(operator ?? ''))
        this.say(`O operador ${wordsOf(node.name).join('.')} não é permitido em relatórios.`, at);
    },
    TypeName: (node, at) => {
      const [name, schema, ...rest] = wordsOf(node.names).reverse();
      const isBuiltInType = (schema === undefined || schema === 'pg_catalog') && TYPES.has(name ?? '');
      if (!isBuiltInType || rest.length > 0 || node.setof || node.pct_type)
        this.say(`O tipo ${wordsOf(node.names).join('.')} não é permitido em relatórios.`, at);
    },
    SQLValueFunction: (node, at) => {
      if (!TIME_CONSTANTS.test(String(node.op)))
        this.say(
          `${String(node.op).replace('SVFOP_', '')} não é permitido em relatórios; dias e horas são CURRENT_DATE e now().`,
          at,
        );
    },
    SortBy: (node, at) => {
      if (node.useOp) this.refuse('ORDER BY … USING', at);
    },
    SubLink: (node, at) => {
      const [operator] = wordsOf(node.operName);
      if (operator !== undefined && !OPERATORS.has(operator))
        this.say(`O operador ${operator} não é permitido em relatórios.`, at);
    },
  };
}

const MAX_PAD_LENGTH = 200;

/** Checks functions that are safe only with certain arguments. */
function argumentProblem(name: string, [, second, third]: readonly Node[]): string | null {
  if (name === 'substring' && ![second, third].every((each) => !each || typeof constantOf(each) === 'number'))
    return 'SUBSTRING corta só por posições, com números. Para o resto há split_part e strpos.';
  if (name === 'lpad' || name === 'rpad') {
    const length = constantOf(second);
    return typeof length === 'number' && length <= MAX_PAD_LENGTH
      ? null
      : `${name} completa só até um tamanho escrito, de no máximo ${MAX_PAD_LENGTH}.`;
  }
  if (name !== 'replace') return null;
  const [from, to] = [constantOf(second), constantOf(third)];
  const shortens = typeof from === 'string' && typeof to === 'string' && to.length <= from.length;
  return shortens ? null : 'replace troca só um texto escrito por outro que não é mais longo.';
}

/** The parser omits a position of 0. */
const placeOf = (node: Node | undefined): number => (typeof node?.location === 'number' ? node.location : -1);

const refusedName = (name: string): string => REFUSED[name] ?? name;
