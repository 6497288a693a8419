import { RE2JS } from 're2js';

const LONGEST = 300;
/** Parts once every repetition is written out: what the engine holds of it. */
const MOST_PARTS = 1_500;

/** Why a pattern is not taken: too long, none, too large when written out, or more than the engine reads. */
export function patternProblem(pattern: string): string | null {
  if (pattern.length > LONGEST) return `A expressão pode ter no máximo ${LONGEST} caracteres.`;
  if (!isJavaScript(pattern)) return 'A expressão não pode ser lida. Confira parênteses, colchetes e barras.';
  if (writtenOut(pattern) > MOST_PARTS)
    return 'A expressão repete demais. Use limites menores, como {1,20}; o tamanho do texto se diz em maxLength.';
  try {
    RE2JS.compile(linearSource(pattern));
    return null;
  } catch {
    return 'A expressão usa o que aqui não se lê, como (?=…), (?<=…) ou \\1. Escreva-a sem olhar adiante nem repetir o que foi achado.';
  }
}

/** Only read, never run: both grammars must know it, so that it means one thing. */
function isJavaScript(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/** A sound expression in parts: `[a-z]` and `\d` are one each, and so is a quantifier. */
const PARTS =
  /\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}|\(\?(?:[:=!]|<[=!]|<[^>]*>)|[\s\S]/gu;

/** Repeated groups multiply what they hold. */
function writtenOut(pattern: string): number {
  /** Of the whole, and of each open group: its parts so far, and those of its last part. */
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

/** Takes the last part back and answers what it becomes. */
function repeated(group: { parts: number; last: number } | undefined, times: number): number {
  if (!group) return 0;
  group.parts -= group.last;
  return Math.max(1, group.last * Math.max(1, times));
}

/** How often a quantifier has its part written out; `null` for any other part. */
function mostTimes(part: string): number | null {
  if (part === '?' || part === '*' || part === '+') return 1;
  const bounds = /^\{(\d+),?(\d*)\}$/.exec(part);
  return bounds ? Number(bounds[2] || bounds[1]) : null;
}

/** What the judge of a form asks of a pattern. */
interface PatternEngine {
  test(text: string): boolean;
  /** The same for the same pattern only: compiled judges share engines by it. */
  toString(): string;
}

/** No field holds more; a longer text has no pattern. Keeps the slowest pattern below half a second. */
const LONGEST_TEXT = 20_000;

/**
 * The one way to run a pattern that somebody wrote in a definition, in the browser as on the server: an engine whose
 * time grows with the text and never with the ways of reading it (docs/adr/0015). Compiled at its first text; throws
 * there for a pattern that `patternProblem` refuses.
 */
export function patternEngine(pattern: string): PatternEngine {
  let engine: RE2JS | undefined;
  return {
    test(text) {
      if (text.length > LONGEST_TEXT) return false;
      engine ??= RE2JS.compile(linearSource(pattern));
      return engine.test(text);
    },
    toString: () => `/${pattern}/u`,
  };
}

/** JavaScript's blanks; the engine itself knows those of ASCII only. */
const BLANKS =
  '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
/** All others, for inside of brackets. */
const OTHERS =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';

const PIECES = /\\u\{([\da-fA-F]+)\}|\\u([\da-fA-F]{4})|\\c([a-zA-Z])|\\[\s\S]|[\s\S]/gu;

/** A pattern of JavaScript (with the flag u) in the engine's words, where the two differ. */
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
