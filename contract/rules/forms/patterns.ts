import { RE2JS } from 're2js';

const MAX_PATTERN_LENGTH = 300;
/** Maximum number of parts once all repetitions are written out, since the engine stores them that way. */
const MAX_PARTS = 1_500;

/** Why a pattern is rejected: too long, invalid, too large when written out, or not supported by the engine. */
export function patternProblem(pattern: string): string | null {
  if (pattern.length > MAX_PATTERN_LENGTH)
    return `A expressão pode ter no máximo ${MAX_PATTERN_LENGTH} caracteres.`;
  if (!isJavaScript(pattern)) return 'A expressão não pode ser lida. Confira parênteses, colchetes e barras.';
  if (expandedSize(pattern) > MAX_PARTS)
    return 'A expressão repete demais. Use limites menores, como {1,20}; o tamanho do texto se diz em maxLength.';
  try {
    RE2JS.compile(linearSource(pattern));
    return null;
  } catch {
    return 'A expressão usa o que aqui não se lê, como (?=…), (?<=…) ou \\1. Escreva-a sem olhar adiante nem repetir o que foi achado.';
  }
}

/** Only parsed, never run. Both grammars must accept it, so that it has a single meaning. */
function isJavaScript(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Splits a valid expression into parts: `[a-z]` and `\d` are one part each, and so is a quantifier. */
const PARTS =
  /\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}|\(\?(?:[:=!]|<[=!]|<[^>]*>)|[\s\S]/gu;

/** Repeated groups multiply their contents. */
function expandedSize(pattern: string): number {
  /** For the whole pattern and each open group: the number of parts so far, and the size of the last part. */
  const open = [{ parts: 0, last: 0 }];
  const add = (parts: number) => {
    const group = open.at(-1);
    if (!group) return;
    group.parts += parts;
    group.last = parts;
  };
  for (const part of pattern.match(PARTS) ?? []) {
    const times = mostTimes(part);
    if (times !== null) add(repeated(open.at(-1), times));
    else if (part.startsWith('(')) open.push({ parts: 1, last: 0 });
    else if (part === ')') add(open.pop()?.parts ?? 0);
    else add(1);
  }
  return open.reduce((sum, { parts }) => sum + parts, 0);
}

/** Removes the last part and returns its size after repetition. */
function repeated(group: { parts: number; last: number } | undefined, times: number): number {
  if (!group) return 0;
  group.parts -= group.last;
  return Math.max(1, group.last * Math.max(1, times));
}

/** How many times a quantifier writes out its part; `null` for any other part. */
function mostTimes(part: string): number | null {
  if (part === '?' || part === '*' || part === '+') return 1;
  const bounds = /^\{(\d+),?(\d*)\}$/.exec(part);
  return bounds ? Number(bounds[2] || bounds[1]) : null;
}

/** What a form validator needs from a pattern. */
interface PatternEngine {
  test(text: string): boolean;
  /** Equal only for equal patterns; compiled validators use it to share engines. */
  toString(): string;
}

/** No field holds more, and a longer text never matches. Keeps the slowest pattern below half a second. */
const MAX_TEXT_LENGTH = 20_000;

/**
 * The only way to run a pattern from a definition, in the browser and on the server: an engine whose time grows with the text
 * and never backtracks (docs/adr/0015). Compiled on the first text; throws there for a pattern that `patternProblem` rejects.
 */
export function patternEngine(pattern: string): PatternEngine {
  let engine: RE2JS | undefined;
  return {
    test(text) {
      if (text.length > MAX_TEXT_LENGTH) return false;
      engine ??= RE2JS.compile(linearSource(pattern));
      return engine.test(text);
    },
    toString: () => `/${pattern}/u`,
  };
}

/** JavaScript's whitespace characters; the engine itself only recognises those in ASCII. */
const BLANKS =
  '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
/** All other characters, for use inside brackets. */
const OTHERS =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';

const PIECES = /\\u\{([\da-fA-F]+)\}|\\u([\da-fA-F]{4})|\\c([a-zA-Z])|\\[\s\S]|[\s\S]/gu;

/** Translates a JavaScript pattern (with the flag u) into the engine's syntax where the two differ. */
function linearSource(pattern: string): string {
  let inBrackets = false;
  return pattern.replace(PIECES, (piece, braced?: string, four?: string, control?: string) => {
    const code = braced ?? four ?? (control && (control.charCodeAt(0) % 32).toString(16));
    if (code) return `\\x{${code}}`;
    const spelled = inBrackets ? insideBrackets(piece) : outsideBrackets(piece);
    if (piece === '[') inBrackets = true;
    if (piece === ']') inBrackets = false;
    return spelled;
  });
}

function outsideBrackets(piece: string): string {
  if (piece === '\\s') return `[${BLANKS}]`;
  if (piece === '\\S') return `[^${BLANKS}]`;
  return piece === '.' ? '[^\\n\\r\\x{2028}\\x{2029}]' : piece;
}

function insideBrackets(piece: string): string {
  if (piece === '\\s') return BLANKS;
  if (piece === '\\S') return OTHERS;
  if (piece === '\\b') return '\\x{8}';
  return piece === '[' ? '\\[' : piece;
}
