import { parseDecimal } from '../rules/decimal.ts';
import { numberText } from '../rules/format.ts';
import { formatCalendarDate } from '../rules/time/calendarDate.ts';
import { operationOf, RANK } from './operations.ts';
import type { PathOf } from './parse.ts';
import type { Expression, Literal } from './tree.ts';

/** The names by which fields are written, and which path is meant by each. */
export interface Names {
  /** The title of a path: 'Cliente › UF'. */
  titleOf: (path: string) => string | undefined;
  pathOf: PathOf;
}

/**
 * The text form. `parseExpression` reads it back as the same tree: a title that stands for another path too is not written,
 * its path is.
 */
export const printExpression = (expression: Expression, names: Names): string =>
  written(expression, names, 0);

function written(node: Expression, names: Names, around: number): string {
  if ('campo' in node) return `[${fieldName(node.campo, names).replaceAll(']', ']]')}]`;
  if ('lista' in node) return `lista(${listed(node.lista)})`;
  if (!('faz' in node)) return literalText(node);
  const infix = infixOf(node, names);
  if (!infix) return `${nameOf(node.faz)}(${node.de.map((part) => written(part, names, 0)).join('; ')})`;
  return infix.rank < around ? `(${infix.text})` : infix.text;
}

/** The name of a function: its word if it is one, else its key. */
const nameOf = (faz: Parameters<typeof operationOf>[0]): string => {
  const { texto } = operationOf(faz);
  return /^\p{L}{2,}$/u.test(texto) && faz !== 'alguma' ? texto : faz;
};

function fieldName(path: string, { titleOf, pathOf }: Names): string {
  const title = titleOf(path);
  return title !== undefined && pathOf(title) === path ? title : path;
}

export function literalText(node: Literal): string {
  if ('numero' in node) return parseDecimal(node.numero) === null ? node.numero : numberText(node.numero);
  if ('texto' in node) return `"${node.texto.replaceAll('"', '""')}"`;
  if ('data' in node) return formatCalendarDate(node.data);
  return node.logico ? 'verdadeiro' : 'falso';
}

const listed = (values: readonly Literal[]): string => values.map(literalText).join('; ');

/** An operation between its operands; null if it is written as a function. */
function infixOf(
  { faz, de }: Extract<Expression, { faz: unknown }>,
  names: Names,
): { text: string; rank: number } | null {
  const { texto, ordem: rank } = operationOf(faz);
  const [first, second, third] = de;
  const at = (part: Expression, least: number) => written(part, names, least);
  if (faz === 'nenhuma' && first && de.length === 1)
    return { text: `não ${at(first, RANK.nao)}`, rank: RANK.nao };
  if (rank === undefined || !first) return null;
  if (faz === 'todas' || faz === 'alguma')
    return de.length < 2 ? null : { text: de.map((part) => at(part, rank + 1)).join(` ${texto} `), rank };
  if (faz === 'oposto')
    // "-5" is a number; what is taken from nothing stands in brackets.
    return { text: 'numero' in first ? `-(${literalText(first)})` : `-${at(first, RANK.unidade)}`, rank };
  if (!second) return null;
  if (faz === 'em')
    return 'lista' in second ? { text: `${at(first, RANK.soma)} em (${listed(second.lista)})`, rank } : null;
  if (faz === 'entre')
    return third
      ? { text: `${at(first, RANK.soma)} entre ${at(second, RANK.soma)} e ${at(third, RANK.soma)}`, rank }
      : null;
  const left = rank === RANK.compara ? RANK.soma : rank;
  return { text: `${at(first, left)} ${texto} ${at(second, rank + 1)}`, rank };
}
