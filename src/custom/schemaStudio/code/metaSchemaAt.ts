import { isRecord } from '#contract/rules/jsonRecord.ts';
import { listText } from '#contract/rules/text.ts';
export type Meta = Readonly<Record<string, unknown>>;

/** A suggestion for a position: a key with its description, or a value. */
export interface Suggestion {
  label: string;
  detail?: string;
  /** Its purpose, in Portuguese, as described by the meta-schema. */
  info?: string;
}

/** Keys allowed in the object at `path`. */
export function keySuggestions(root: Meta, path: readonly (string | number)[]): Suggestion[] {
  const found = new Map<string, Suggestion>();
  for (const schema of schemasAt(root, path)) {
    const required = new Set(Array.isArray(schema.required) ? (schema.required as string[]) : []);
    for (const [key, given] of Object.entries(asMeta(schema.properties))) {
      const inner = variants(root, asMeta(given));
      const foundSchema = found.get(key);
      found.set(key, {
        label: key,
        ...textOf('detail', listText([...new Set(inner.flatMap(typesOf))], 'ou') || foundSchema?.detail),
        ...textOf('info', infoOf(inner, required.has(key)) || foundSchema?.info),
      });
    }
  }
  return [...found.values()];
}

/** Values allowed at a position, as JSON: enums, constants, booleans, and the brackets of lists and objects. */
export function valueSuggestions(root: Meta, path: readonly (string | number)[]): Suggestion[] {
  const values = new Map<string, Suggestion>();
  const add = (value: unknown, info?: unknown) => {
    const label = JSON.stringify(value);
    values.set(label, { label, ...textOf('info', info) });
  };
  for (const schema of schemasAt(root, path)) {
    if ('const' in schema) add(schema.const, schema.description);
    for (const value of Array.isArray(schema.enum) ? schema.enum : []) add(value, schema.description);
    for (const type of typesOf(schema)) {
      if (type === 'boolean') for (const value of [true, false]) add(value, schema.description);
      if (type === 'null') add(null, schema.description);
      if (type === 'object') values.set('{}', { label: '{}', ...textOf('info', schema.description) });
      if (type === 'array') values.set('[]', { label: '[]', ...textOf('info', schema.description) });
    }
  }
  return [...values.values()];
}

/** All schemas that apply to the value at `path`; none for an unknown key. */
export function schemasAt(root: Meta, path: readonly (string | number)[]): Meta[] {
  return path.reduce<Meta[]>(
    (schemas, step) => schemas.flatMap((schema) => childrenOf(root, schema, step)),
    variants(root, root),
  );
}

function childrenOf(root: Meta, schema: Meta, step: string | number): Meta[] {
  if (typeof step === 'number') return variants(root, asMeta(schema.items));
  const properties = asMeta(schema.properties);
  if (step in properties) return variants(root, asMeta(properties[step]));
  const patterns = Object.entries(asMeta(schema.patternProperties))
    .filter(([pattern]) => new RegExp(pattern, 'u').test(step))
    .flatMap(([, inner]) => variants(root, asMeta(inner)));
  return patterns.length > 0 ? patterns : variants(root, asMeta(schema.additionalProperties));
}

/** A schema with everything it references or combines. */
function variants(root: Meta, schema: Meta, depth = 0): Meta[] {
  if (depth > 8 || Object.keys(schema).length === 0) return [];
  const { $ref, ...own } = schema;
  const target = typeof $ref === 'string' ? targetOf(root, $ref) : null;
  const joined = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => (Array.isArray(own[key]) ? own[key] : []));
  const branches = ['then', 'else'].map((key) => own[key]);
  return [
    ...(Object.keys(own).length > 0 ? [own] : []),
    ...[target, ...joined, ...branches].flatMap((each) => variants(root, asMeta(each), depth + 1)),
  ];
}

function targetOf(root: Meta, ref: string): unknown {
  if (!ref.startsWith('#')) return null;
  return ref
    .slice(2)
    .split('/')
    .filter(Boolean)
    .reduce<unknown>((inner, step) => asMeta(inner)[step], root);
}

const TYPE_LABELS: Record<string, string> = {
  string: 'texto',
  number: 'número',
  integer: 'inteiro',
  boolean: 'sim ou não',
  array: 'lista',
  object: 'objeto',
  null: 'null',
};

const typesOf = ({ type }: Meta): string[] =>
  (Array.isArray(type) ? type : [type]).filter((each): each is string => typeof each === 'string');

const infoOf = (schemas: readonly Meta[], required: boolean) => {
  const description = schemas.find(({ description: text }) => typeof text === 'string')?.description;
  return [description, required ? 'Obrigatória.' : ''].filter(Boolean).join(' ');
};

const textOf = <K extends string>(key: K, text: unknown): { [name in K]?: string } => {
  if (typeof text !== 'string' || text === '') return {};
  const words = key === 'detail' ? text.replace(/\b[a-z]+\b/g, (word) => TYPE_LABELS[word] ?? word) : text;
  return { [key]: words } as { [name in K]?: string };
};

const asMeta = (value: unknown): Meta => (isRecord(value) ? (value as Meta) : {});

/** The cursor's position in a JSON text that is being typed and is therefore seldom valid. */
interface JsonPlace {
  kind: 'key' | 'value';
  /** Path of the object whose key is being typed, or of the value. */
  path: readonly (string | number)[];
  /** Start of the token being typed: the quote of a string, or the first letter of a word. */
  from: number;
  /** Keys already present in the object, other than the one under the cursor. */
  keys: readonly string[];
}

interface Frame {
  isObject: boolean;
  key: string | null;
  index: number;
  /** Whether the colon after the key has been read. */
  inValue: boolean;
  keys: string[];
}

const TOKEN = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Reads only what precedes the cursor, plus the rest of the object for its keys. */
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

/** Whether the token at the cursor is a word or a string that is not yet closed. */
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

/** Keys of the same object after the cursor. */
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
