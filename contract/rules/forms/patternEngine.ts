import { RE2JS } from 're2js';

/** What the judge of a form asks of a pattern. */
export interface PatternEngine {
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
export function linearSource(pattern: string): string {
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
