import { constantOf, type Node, nodeAt, nodesAt, wordsOf } from './parser.ts';

/**
 * Limits for the size of a query after expansion. PostgreSQL inlines a WITH query or subselect wherever it is used, and folds
 * constants before any time limit can stop it: twenty-five steps that each double a text make thirty-three million terms. So
 * the size is computed here, before the text is sent; that of texts likewise, step by step.
 */
export const LIMITS = {
  /** Nodes in expressions. The largest report shipped has some hundred. */
  parts: 30_000,
  /**
   * Relations that are read: a view counts twice, since it joins up to nine tables itself; using a WITH query counts once
   * more.
   */
  places: 60,
  /** Columns that a step returns; PostgreSQL's own limit is 1,664. */
  columns: 400,
  /** Characters in one value. */
  width: 1_000_000,
  /** Digits of a product or quotient. */
  digits: 10_000,
  /** Digits of a number literal. */
  written: 40,
  /** Grouping sets in one GROUP BY. */
  groupings: 64,
};

/** Thrown with a sentence that says which limit is exceeded. */
export class TooLarge extends Error {}

const SENTENCES = {
  partes:
    'A consulta fica grande demais quando os nomes do WITH e das subconsultas são postos por extenso. Use menos passos, ou repita menos cada um.',
  visões: `A consulta lê visões demais (o limite é ${LIMITS.places / 2}, contando cada vez que um passo é usado). Simplifique-a.`,
  colunas: 'Um passo da consulta devolve colunas demais. Escreva só as que o relatório mostra.',
  texto: 'A consulta junta textos até um tamanho que o banco não suporta. Junte menos, ou corte com left().',
  algarismos: 'A consulta faz contas com números grandes demais. Use números de até 40 algarismos.',
  agrupamentos: `O GROUP BY agrupa de maneiras demais (o limite é ${LIMITS.groupings}). Use menos colunas em CUBE ou ROLLUP.`,
} as const;
export const tooLarge = (what: keyof typeof SENTENCES) => new TooLarge(SENTENCES[what]);

/** Assumed characters of values whose length is not computed. */
export const WIDTH = { text: 4_000, other: 40, flag: 8, rows: 100, escaped: 2 };

/**
 * The maximum number of characters that a node returns; `of` computes it for its parts, `whole` is the total of all of them.
 */
export function widthOf(name: string, node: Node, whole: number, of: (part: unknown) => number): number {
  if (['BoolExpr', 'NullTest', 'BooleanTest', 'GroupingFunc'].includes(name)) return WIDTH.flag;
  if (name === 'CaseExpr')
    return Math.max(of(node.defresult), ...nodesAt(node, 'args').map((one) => of(resultOf(one))));
  if (['CoalesceExpr', 'MinMaxExpr'].includes(name)) return Math.max(0, ...nodesAt(node, 'args').map(of));
  if (name === 'TypeCast') return Math.max(of(node.arg), ...typmodsOf(node));
  if (name === 'A_Expr') return operatorWidth(String(wordsOf(node.name).at(-1) ?? ''), node, of);
  if (name === 'FuncCall') return functionWidth(String(wordsOf(node.funcname).at(-1) ?? ''), node, of);
  if (name === 'SubLink') return node.subLinkType === 'EXPR_SUBLINK' ? whole : WIDTH.flag;
  return name === 'ParamRef' ? WIDTH.text : whole;
}

function operatorWidth(operator: string, node: Node, of: (part: unknown) => number): number {
  const [left, right] = [of(node.lexpr), of(node.rexpr)];
  if (operator === '||') return left + right;
  if (['->', '->>', '#>', '#>>'].includes(operator)) return WIDTH.text;
  if (['+', '-'].includes(operator)) return Math.max(left, right) + 1;
  if (!['*', '/', '%'].includes(operator)) return WIDTH.flag;
  if (left + right > LIMITS.digits) throw tooLarge('algarismos');
  return left + right;
}

/**
 * Functions that return a number, position or flag; all others return at most the length of their arguments, unless they cut
 * it.
 */
const COUNTS =
  /^(count|row_number|rank|dense_rank|ntile|length|char_length|strpos|position|bool_and|bool_or|every|starts_with|cardinality|date_part|extract|sign|percent_rank|cume_dist|width_bucket|ascii|md5|num_nulls|num_nonnulls|array_length|isfinite|overlaps|jsonb_array_length|jsonb_typeof)$/;

function functionWidth(name: string, node: Node, of: (part: unknown) => number): number {
  if (COUNTS.test(name)) return WIDTH.other;
  const given = nodesAt(node, 'args');
  const width = given.reduce((total, each) => total + of(each), 0) + WIDTH.other;
  if (MANY_ROWS.test(name)) return width * WIDTH.rows;
  if (MAKES_JSON.test(name)) return width * WIDTH.escaped;
  // The separator is put between the elements, and the third argument in the place of each missing one.
  if (name === 'array_to_string')
    return width + (of(given[1]) + (given[2] === undefined ? 0 : of(given[2]))) * WIDTH.rows;
  if (name === 'lpad' || name === 'rpad') return Number(constantOf(given[1])) || 0;
  const length = constantOf(given[name.startsWith('sub') ? 2 : 1]);
  const cuts = ['left', 'right', 'substr', 'substring'].includes(name) && typeof length === 'number';
  // A negative length leaves out that many characters.
  return cuts && length >= 0 ? Math.min(width, length) : width;
}

/** Functions that put the values of many rows into one. */
const MANY_ROWS = /^(string_agg|array_agg|jsonb?_agg|jsonb?_object_agg)$/;
const MAKES_JSON = /^jsonb?_build_(object|array)$/;

const resultOf = (when: Node): unknown => nodeAt(when, 'CaseWhen')?.result;

const typmodsOf = (cast: Node): number[] =>
  nodesAt(cast, 'typeName', 'typmods').map((each) => Number(constantOf(each)) || 0);
