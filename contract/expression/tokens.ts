/** A part of the text form, with its place in the text. */
export interface Token {
  kind: 'numero' | 'data' | 'texto' | 'campo' | 'palavra' | 'sinal' | 'fim';
  /** What is written, without quotes or brackets. */
  text: string;
  start: number;
  end: number;
}

/** Why a text cannot be read, and where: a half-open range of characters. */
export interface TextProblem {
  start: number;
  end: number;
  message: string;
}

export class Unreadable extends Error {
  readonly problem: TextProblem;

  constructor(message: string, { start, end }: { start: number; end: number }) {
    super(message);
    this.problem = { start, end, message };
  }
}

const SHAPES: readonly (readonly [kind: Token['kind'], shape: RegExp])[] = [
  ['data', /\d{2}\/\d{2}\/\d{4}(?!\d)/y],
  ['numero', /\d+(?:\.\d+)*(?:,\d+)?/y],
  ['texto', /"(?:[^"]|"")*"/y],
  ['campo', /\[(?:[^\]]|\]\])*\]/y],
  ['palavra', /[\p{L}_][\p{L}\p{N}_]*/uy],
  ['sinal', /<=|>=|<>|[≤≥≠]|[-+*/=<>();]/y],
];

const BLANKS = /\s*/y;

/** The parts of a text, ended by one of kind `fim`. Throws `Unreadable`. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = skipped(text, 0); at < text.length; at = skipped(text, tokens.at(-1)?.end ?? text.length))
    tokens.push(tokenAt(text, at));
  return [...tokens, { kind: 'fim', text: '', start: text.length, end: text.length }];
}

function skipped(text: string, at: number): number {
  BLANKS.lastIndex = at;
  return at + (BLANKS.exec(text)?.[0].length ?? 0);
}

function tokenAt(text: string, start: number): Token {
  for (const [kind, shape] of SHAPES) {
    shape.lastIndex = start;
    const [found] = shape.exec(text) ?? [];
    if (found !== undefined) return { kind, text: inner(kind, found), start, end: start + found.length };
  }
  const sign = String.fromCodePoint(text.codePointAt(start) ?? 0);
  const rest = { start, end: text.length };
  if (sign === '"') throw new Unreadable('Feche o texto com aspas.', rest);
  if (sign === '[') throw new Unreadable('Feche o nome do campo com ].', rest);
  throw new Unreadable(`O sinal ${sign} não se usa aqui.`, { start, end: start + sign.length });
}

function inner(kind: Token['kind'], found: string): string {
  if (kind === 'texto') return found.slice(1, -1).replaceAll('""', '"');
  return kind === 'campo' ? found.slice(1, -1).replaceAll(']]', ']') : found;
}
