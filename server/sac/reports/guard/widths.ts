import { LIMITS, tooLarge } from './limits.ts';
import { constantOf, type Node, wordsOf } from './nodes.ts';

/** Characters of what nobody reckons. */
export const WIDTH = { text: 4_000, other: 40, flag: 8, rows: 100 };

/** Most characters that a part gives; `of` reckons what it holds, `whole` is all of that together. */
export function widthOf(name: string, node: Node, whole: number, of: (part: unknown) => number): number {
  if (['BoolExpr', 'NullTest', 'BooleanTest', 'GroupingFunc'].includes(name)) return WIDTH.flag;
  if (name === 'CaseExpr')
    return Math.max(of(node.defresult), ...((node.args ?? []) as Node[]).map((one) => of(resultOf(one))));
  if (['CoalesceExpr', 'MinMaxExpr'].includes(name))
    return Math.max(0, ...((node.args ?? []) as Node[]).map(of));
  if (name === 'TypeCast') return Math.max(of(node.arg), ...typmodsOf(node));
  if (name === 'A_Expr') return operatorWidth(String(wordsOf(node.name).at(-1) ?? ''), node, of);
  if (name === 'FuncCall') return functionWidth(String(wordsOf(node.funcname).at(-1) ?? ''), node, of);
  if (name === 'SubLink') return node.subLinkType === 'EXPR_SUBLINK' ? whole : WIDTH.flag;
  return name === 'ParamRef' ? WIDTH.text : whole;
}

function operatorWidth(operator: string, node: Node, of: (part: unknown) => number): number {
  const [left, right] = [of(node.lexpr), of(node.rexpr)];
  if (operator === '||') return left + right;
  if (operator === '->>') return WIDTH.text;
  if (['+', '-'].includes(operator)) return Math.max(left, right) + 1;
  if (!['*', '/', '%'].includes(operator)) return WIDTH.flag;
  if (left + right > LIMITS.digits) throw tooLarge('algarismos');
  return left + right;
}

/** Of functions that count, or cut; all others give at most what they take. */
const COUNTS =
  /^(count|row_number|rank|dense_rank|ntile|length|char_length|strpos|position|bool_and|bool_or|every|starts_with|cardinality|date_part|extract|sign|percent_rank|cume_dist)$/;

function functionWidth(name: string, node: Node, of: (part: unknown) => number): number {
  if (COUNTS.test(name)) return WIDTH.other;
  const given = (node.args ?? []) as Node[];
  const taken = given.reduce((total, each) => total + of(each), 0) + WIDTH.other;
  if (name === 'string_agg') return taken * WIDTH.rows;
  const length = constantOf(given[name.startsWith('sub') ? 2 : 1]);
  const cuts = ['left', 'right', 'substr', 'substring'].includes(name) && typeof length === 'number';
  // A negative length leaves that many out.
  return cuts && length >= 0 ? Math.min(taken, length) : taken;
}

const resultOf = (when: Node): unknown => (when.CaseWhen as Node | undefined)?.result;

const typmodsOf = (cast: Node): number[] =>
  (((cast.typeName as Node | undefined)?.typmods ?? []) as Node[]).map(
    (each) => Number(constantOf(each)) || 0,
  );
