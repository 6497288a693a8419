import { loadModule, parseSync, type ScanToken, scanSync } from 'libpg-query';
import { isRecord } from '#contract/rules/jsonRecord.ts';

/** A syntax error as PostgreSQL would report it: the reason and the line. */
interface SyntaxProblem {
  message: string;
  line: number;
}

interface ParsedSql {
  /** The statements as parsed by PostgreSQL's parser. */
  statements: unknown[];
}

let loading: Promise<void> | undefined;

/** Loads PostgreSQL's own parser; call this before the other functions. */
export const parserReady = (): Promise<void> => {
  loading ??= loadModule();
  return loading;
};

/** Returns `null` if the text cannot even be split into tokens. */
export function scanSql(sql: string): ScanToken[] | null {
  try {
    return scanSync(sql).tokens;
  } catch {
    return null;
  }
}

export function parseSql(sql: string): ParsedSql | SyntaxProblem {
  try {
    return { statements: parseSync(sql).stmts?.map(({ stmt }) => stmt) ?? [] };
  } catch (error) {
    const { sqlDetails, message } = error as {
      sqlDetails?: { cursorPosition: number; message: string };
      message: string;
    };
    const near = /at or near "(.*)"/s.exec(sqlDetails?.message ?? message)?.[1];
    return {
      message: near
        ? `O SQL não se lê perto de "${near.slice(0, 40)}". Confira vírgulas, parênteses e palavras antes disso.`
        : 'O SQL não se lê. Confira aspas, comentários e parênteses.',
      line: sql.slice(0, Math.max(0, sqlDetails?.cursorPosition ?? 0)).split('\n').length,
    };
  }
}

/** The parser's positions count bytes. */
export const lineOfByte = (sql: string, byte: number): number =>
  Buffer.from(sql).subarray(0, Math.max(0, byte)).toString().split('\n').length;

/** A node of a query, as the parser returns it. */
export type Node = Record<string, unknown>;

const valueAt = (value: unknown, keys: readonly string[]): unknown =>
  keys.reduce((found, key) => (isRecord(found) ? found[key] : undefined), value);

/** The node that keys lead to, one inside the other. */
export function nodeAt(value: unknown, ...keys: string[]): Node | undefined {
  const found = valueAt(value, keys);
  return isRecord(found) ? found : undefined;
}

/** The nodes of the list that keys lead to; none if there is no list. */
export function nodesAt(value: unknown, ...keys: string[]): readonly Node[] {
  const found = valueAt(value, keys);
  return Array.isArray(found) ? found.filter(isRecord) : [];
}

/** The parser omits a 0 and an empty text. */
export function constantOf(node: unknown): string | number | null {
  const integer = nodeAt(node, 'A_Const', 'ival');
  if (integer) return Number(integer.ival ?? 0);
  const text = nodeAt(node, 'A_Const', 'sval');
  return text ? String(text.sval ?? '') : null;
}

/** The parts of a qualified name. */
export const wordsOf = (list: unknown): string[] =>
  nodesAt(list).flatMap((each) => {
    const word = nodeAt(each, 'String');
    return word ? [String(word.sval ?? '')] : [];
  });

/** A part of a query, with the name that the parser gives it. */
export interface QueryPart {
  type: string;
  node: Node;
}

/** All parts of a query, outer ones first. */
export function* partsOf(value: unknown, type = ''): Generator<QueryPart> {
  if (typeof value !== 'object' || value === null) return;
  if (isRecord(value)) yield { type, node: value };
  for (const [key, each] of Object.entries(value)) yield* partsOf(each, key);
}
