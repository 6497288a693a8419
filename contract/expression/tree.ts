import type { Decimal } from '../rules/decimal.ts';
import type { FileProblem } from '../rules/problem.ts';
import type { CalendarDate } from '../rules/time/calendarDate.ts';
import { OPERATIONS, type Operation } from './operations.ts';

/** A written value. Numbers are exact decimals as text, days are 'YYYY-MM-DD'. */
export type Literal = { numero: Decimal } | { texto: string } | { data: CalendarDate } | { logico: boolean };

/**
 * A condition or calculation over the fields of a record and of what it refers to, as it is stored
 * (docs/adr/0029-one-expression-two-back-ends.md). `campo` is a path of the map: 'valor', 'cliente.uf'.
 */
export type Expression =
  | Literal
  | { campo: string }
  | { lista: Literal[] }
  | { faz: Operation; de: Expression[] };

/** `lista` counts as one node: 500 values in a list are one comparison. */
export const MAX_NODES = 200;
export const MAX_DEPTH = 12;
export const MAX_LIST = 500;
export const MAX_TEXT = 500;

export const call = (faz: Operation, ...de: Expression[]): Expression => ({ faz, de });

export const argumentsOf = (node: Expression): readonly Expression[] => ('faz' in node ? node.de : []);

/** The paths that an expression reads, each once, in the order in which they stand. */
export function pathsOf(expression: Expression): string[] {
  const found = new Set<string>();
  const visit = (node: Expression): void => {
    if ('campo' in node) found.add(node.campo);
    argumentsOf(node).forEach(visit);
  };
  visit(expression);
  return [...found];
}

/** The same over fields of other names. */
export const renamedPaths = (node: Expression, rename: (path: string) => string): Expression => {
  if ('campo' in node) return { campo: rename(node.campo) };
  return 'faz' in node ? { ...node, de: node.de.map((part) => renamedPaths(part, rename)) } : node;
};

/**
 * Whether the tree is within its bounds. Looked at before anything else walks it, so that no stored or sent tree is deeper
 * than the walks can take.
 */
export function sizeProblems(expression: Expression): FileProblem[] {
  let nodes = 0;
  const visit = (node: Expression, depth: number): string | null => {
    nodes += 1;
    if (nodes > MAX_NODES)
      return `A expressão tem mais de ${MAX_NODES} partes. Divida-a em condições menores.`;
    if (depth > MAX_DEPTH)
      return `A expressão tem mais de ${MAX_DEPTH} níveis. Reduza os grupos dentro de grupos.`;
    if ('lista' in node && node.lista.length > MAX_LIST)
      return `Uma lista tem até ${MAX_LIST} valores; esta tem ${node.lista.length}.`;
    for (const part of argumentsOf(node)) {
      const problem = visit(part, depth + 1);
      if (problem) return problem;
    }
    return null;
  };
  const message = visit(expression, 1);
  return message ? [{ pointer: '', message }] : [];
}

/** Whether a value of a file or a body has the form of a tree; what its parts mean is judged by `typed`. */
export function isExpression(value: unknown, depth = 0): value is Expression {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return false;
  const keys = Object.keys(value);
  const node = value as Record<string, unknown>;
  if (keys.length === 2 && Array.isArray(node.de))
    return (
      typeof node.faz === 'string' &&
      Object.hasOwn(OPERATIONS, node.faz) &&
      node.de.every((part) => isExpression(part, depth + 1))
    );
  if (keys.length !== 1) return false;
  if (Array.isArray(node.lista)) return node.lista.every(isLiteral);
  return typeof node.campo === 'string' || isLiteral(value);
}

const isLiteral = (value: unknown): value is Literal => {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return false;
  const { numero, texto, data, logico } = value as Record<string, unknown>;
  return [numero, texto, data].some((each) => typeof each === 'string') || typeof logico === 'boolean';
};
