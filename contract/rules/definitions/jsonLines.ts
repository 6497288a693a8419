/** Positions in a JSON text: the line (from 1) for a JSON pointer, and keys that occur twice. */
interface JsonLines {
  lineOf: (pointer: string) => number;
  repeatedKeys: string[];
}

/** Computes the positions in a text that JSON.parse accepts. A pointer that does not exist gets its parent's line. */
export function jsonLines(text: string): JsonLines {
  const lines = new Map<string, number>();
  const repeatedKeys: string[] = [];
  const tokens = new Tokens(text);
  readValue('');

  function readValue(pointer: string) {
    if (!lines.has(pointer)) lines.set(pointer, tokens.line());
    const token = tokens.take();
    if (token === '{') readObject(pointer);
    else if (token === '[') readArray(pointer);
  }

  function readObject(pointer: string) {
    while (tokens.peek() !== '}') {
      if (tokens.peek() === ',') tokens.take();
      const line = tokens.line();
      const child = `${pointer}/${escapePointer(JSON.parse(tokens.take()) as string)}`;
      if (lines.has(child)) repeatedKeys.push(child);
      lines.set(child, line);
      tokens.take();
      readValue(child);
    }
    tokens.take();
  }

  function readArray(pointer: string) {
    for (let index = 0; tokens.peek() !== ']'; index += 1) {
      if (tokens.peek() === ',') tokens.take();
      readValue(`${pointer}/${index}`);
    }
    tokens.take();
  }

  return { lineOf: (pointer) => nearestLine(lines, pointer), repeatedKeys };
}

export const escapePointer = (key: string): string => key.replace(/~/g, '~0').replace(/\//g, '~1');

/** Line of a character position, counted from 1. */
const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length;

const TEXT = String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"`;
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])`;
const WORD = String.raw`(?:true|false|null)(?!\w)`;

/** The tokens allowed in each state: a value, a member name, or a comma or closing bracket. */
const VALUE = `(?<open>[[{])|${TEXT}|${NUMBER}|${WORD}`;
const AT = {
  value: new RegExp(`\\s*(?:${VALUE})`, 'y'),
  valueOrEnd: new RegExp(`\\s*(?:(?<end>\\])|${VALUE})`, 'y'),
  name: new RegExp(`\\s*${TEXT}\\s*:`, 'y'),
  nameOrEnd: new RegExp(`\\s*(?:(?<end>\\})|${TEXT}\\s*:)`, 'y'),
  '{': /\s*(?:(?<end>\})|,)/y,
  '[': /\s*(?:(?<end>\])|,)/y,
} as const;

/**
 * The line, counted from 1, of the first character that makes a text invalid JSON. V8 reports no position for a trailing
 * comma or an unquoted word, which are the most frequent mistakes.
 */
export function wrongLine(text: string): number {
  const open: ('{' | '[')[] = [];
  let place = 0;
  let next: keyof typeof AT = 'value';
  while (true) {
    const pattern = AT[next];
    pattern.lastIndex = place;
    const found = pattern.exec(text);
    if (!found) break;
    place = pattern.lastIndex;
    const opened = found.groups?.open as '{' | '[' | undefined;
    if (opened) open.push(opened);
    if (found.groups?.end) open.pop();
    const within = open.at(-1);
    if (opened) next = opened === '{' ? 'nameOrEnd' : 'valueOrEnd';
    else if (found.groups?.end || next === 'value' || next === 'valueOrEnd') {
      if (!within) break;
      next = within;
    } else if (next === 'name' || next === 'nameOrEnd') next = 'value';
    else next = within === '{' ? 'name' : 'value';
  }
  return lineAt(text, place + (/^\s*/.exec(text.slice(place))?.[0].length ?? 0));
}

function nearestLine(lines: ReadonlyMap<string, number>, pointer: string): number {
  const line = lines.get(pointer);
  if (line !== undefined) return line;
  return pointer === '' ? 1 : nearestLine(lines, pointer.slice(0, pointer.lastIndexOf('/')));
}

/** Braces, brackets, commas, colons, strings and literals, with their lines. */
class Tokens {
  readonly #found: { text: string; line: number }[] = [];
  #next = 0;

  constructor(text: string) {
    let line = 1;
    for (const [token] of text.matchAll(/\n|[{}[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/g)) {
      if (token === '\n') line += 1;
      else this.#found.push({ text: token, line });
    }
  }

  peek = (): string => this.#found[this.#next]?.text ?? '';
  line = (): number => this.#found[this.#next]?.line ?? 1;
  take(): string {
    const token = this.peek();
    this.#next += 1;
    return token;
  }
}

/** The same JSON value with the keys of its objects in order, so that equal contents have equal texts. */
export function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sortedKeys(value[key as keyof typeof value])]),
  );
}
