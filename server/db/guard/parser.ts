import { loadModule, parseSync, type ScanToken, scanSync } from 'libpg-query';

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

/** The parser omits a 0 and an empty text. */
export function constantOf(node: Node | undefined): string | number | null {
  const constant = node?.A_Const as { ival?: { ival?: number }; sval?: { sval?: string } } | undefined;
  if (constant?.ival) return constant.ival.ival ?? 0;
  return constant?.sval ? (constant.sval.sval ?? '') : null;
}

/** The parts of a qualified name. */
export const wordsOf = (list: unknown): string[] =>
  (Array.isArray(list) ? list : []).flatMap((each) => {
    const word = (each as { String?: { sval?: string } }).String;
    return word ? [word.sval ?? ''] : [];
  });

/** A part of a query, with the name that the parser gives it. */
export interface QueryPart {
  type: string;
  node: Node;
}

/** All parts of a query, outer ones first. */
export function* partsOf(value: unknown, type = ''): Generator<QueryPart> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { type, node: value as Node };
  for (const [key, each] of Object.entries(value)) yield* partsOf(each, key);
}
