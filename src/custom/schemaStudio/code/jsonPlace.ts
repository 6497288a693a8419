/** Where a cursor stands in a JSON text that is being typed, and so is seldom valid. */
export interface JsonPlace {
  kind: 'key' | 'value';
  /** Of the object whose key is written, or of the value. */
  path: readonly (string | number)[];
  /** What is being typed begins here: the quote of a string, the first letter of a word. */
  from: number;
  /** Keys that the object has already, other than the one under the cursor. */
  keys: readonly string[];
}

interface Frame {
  isObject: boolean;
  key: string | null;
  index: number;
  /** After a colon of an object. */
  inValue: boolean;
  keys: string[];
}

const TOKEN = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Reads only what stands before the cursor, and the rest of the object for its keys. */
export function jsonPlaceAt(text: string, cursor: number): JsonPlace | null {
  const frames: Frame[] = [];
  let from = cursor;
  for (const found of text.matchAll(TOKEN)) {
    const [token] = found;
    const end = found.index + token.length;
    if (found.index >= cursor) break;
    if (end >= cursor && isTyping(token, end, cursor)) {
      from = found.index;
      break;
    }
    step(frames, token);
  }
  const frame = frames.at(-1);
  if (!frame) return null;
  const path = frames.slice(0, -1).map((each) => (each.isObject ? (each.key ?? '') : each.index));
  if (frame.isObject && !frame.inValue) {
    return { kind: 'key', path, from, keys: [...frame.keys, ...keysAfter(text, cursor)] };
  }
  const last = frame.isObject ? (frame.key ?? '') : frame.index;
  return { kind: 'value', path: [...path, last], from, keys: [] };
}

/** A word, or a string that is not closed before the cursor. */
const isTyping = (token: string, end: number, cursor: number) =>
  !/^[{}[\],:]$/.test(token) && (end > cursor || !/^"(?:[^"\\]|\\.)*"$/.test(token));

function step(frames: Frame[], token: string) {
  const top = frames.at(-1);
  if (token === '{' || token === '[')
    frames.push({ isObject: token === '{', key: null, index: 0, inValue: false, keys: [] });
  else if (token === '}' || token === ']') frames.pop();
  else if (token === ',' && top) {
    top.inValue = false;
    top.index += 1;
  } else if (token === ':' && top) top.inValue = true;
  else if (top?.isObject && !top.inValue && token.startsWith('"')) {
    top.key = wordOf(token);
    top.keys.push(top.key);
  }
}

/** Keys of the same object behind the cursor. */
function keysAfter(text: string, cursor: number): string[] {
  const keys: string[] = [];
  let depth = 0;
  let last: string | null = null;
  const rest = text.slice(cursor).replace(/^[^"{}[\],:\n]*"?(?=\s*[:,}\n])/, '');
  for (const [token] of rest.matchAll(TOKEN)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (token === ':' && depth === 0 && last !== null) keys.push(last);
    if (depth < 0) break;
    last = token.startsWith('"') ? wordOf(token) : null;
  }
  return keys;
}

const wordOf = (token: string) => token.slice(1, token.endsWith('"') && token.length > 1 ? -1 : undefined);
