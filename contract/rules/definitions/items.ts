import { numberText } from '../format.ts';
import { isRecord } from '../jsonRecord.ts';
import { firstOfList } from '../text.ts';
export type Item = Record<string, unknown>;

/** A key may have the same name as an inherited property. */
export const ownProperty = (item: Item, key: string): unknown =>
  Object.hasOwn(item, key) ? item[key] : undefined;

/**
 * Finds the item of `before` that corresponds to each item of `after`: first by identical content, then by identity (each
 * entry of `identities` is a set of keys, most reliable first), then by differing in one key only. Among several with the
 * same identity, those with most in common are paired. Returns the index in `before`, or null for a new item.
 */
export function matchItems(
  before: readonly Item[],
  after: readonly Item[],
  identities: readonly (readonly string[])[],
): (number | null)[] {
  const free = { old: new Set(before.keys()), now: new Set(after.keys()) };
  const found = after.map((): number | null => null);
  const pair = (i: number, j: number) => {
    found[j] = i;
    free.old.delete(i);
    free.now.delete(j);
  };
  const pairBy = (nameOf: (item: Item) => string | null) => {
    for (const [i, j] of closest(before, after, free, nameOf)) pair(i, j);
  };
  pairBy(textOf);
  for (const keys of identities) pairBy((item) => identityOf(item, keys));
  for (const j of [...free.now]) {
    const i = [...free.old].find((each) => differInOneKey(before[each] as Item, after[j] as Item));
    if (i !== undefined) pair(i, j);
  }
  // Items without any identity are matched by position only.
  pairBy((item) => (identities.some((keys) => identityOf(item, keys) !== null) ? null : ''));
  return found;
}

/** Pairs with the same name, those with most in common first; equal ones in their order. */
function closest(
  before: readonly Item[],
  after: readonly Item[],
  free: { old: ReadonlySet<number>; now: ReadonlySet<number> },
  nameOf: (item: Item) => string | null,
): [number, number][] {
  const byName = new Map<string, number[]>();
  for (const i of free.old) {
    const name = nameOf(before[i] as Item);
    if (name !== null) byName.set(name, [...(byName.get(name) ?? []), i]);
  }
  const candidates = [...free.now].flatMap((j) => {
    const name = nameOf(after[j] as Item);
    return (name === null ? [] : (byName.get(name) ?? [])).map((i) => ({
      i,
      j,
      common: commonKeys(before[i] as Item, after[j] as Item),
    }));
  });
  const takenIndexes = { old: new Set<number>(), now: new Set<number>() };
  return candidates
    .sort((one, other) => other.common - one.common || one.j - other.j || one.i - other.i)
    .flatMap(({ i, j }): [number, number][] => {
      if (takenIndexes.old.has(i) || takenIndexes.now.has(j)) return [];
      takenIndexes.old.add(i);
      takenIndexes.now.add(j);
      return [[i, j]];
    });
}

/** The values of all the keys; null if one is missing. */
export function identityOf(item: Item, keys: readonly string[]): string | null {
  const values = keys.map((key) => ownProperty(item, key));
  return values.every((value) => typeof value === 'string' || typeof value === 'number')
    ? JSON.stringify(values)
    : null;
}

const keysOf = (one: Item, other: Item) => [...new Set([...Object.keys(one), ...Object.keys(other)])];

const commonKeys = (one: Item, other: Item) =>
  keysOf(one, other).filter((key) => same(ownProperty(one, key), ownProperty(other, key))).length;

const differInOneKey = (one: Item, other: Item) => {
  const keys = keysOf(one, other);
  return keys.length > 1 && commonKeys(one, other) === keys.length - 1;
};

/** The same text for the same content, regardless of key order. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? '';
  const pairs = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${textOf(ownProperty(value, key))}`);
  return `{${pairs.join()}}`;
}

export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, i) => same(item, b[i]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]))
  );
}

/** The text for a value that has one of its own: a step by its name, a condition as a sentence. */
export type Naming = (key: string, value: unknown, whole: unknown) => string | undefined;

const MAX_LENGTH = 80;
const MAX_PARTS = 6;

/** A value in plain language, never as JSON. */
export function valueText(value: unknown, words: Readonly<Record<string, string>> = {}): string {
  if (value === null || value === undefined || value === '') return 'nada';
  if (typeof value === 'string') return `"${value}"`;
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  const parts = Array.isArray(value)
    ? value.map((item) => valueText(item, words))
    : Object.entries(value).map(([key, item]) => `${labelFor(words, key)}: ${valueText(item, words)}`);
  if (parts.length === 0) return 'nada';
  const text = parts.slice(0, MAX_PARTS).join(', ');
  return text.length > MAX_LENGTH ? countText(value) : firstOfList(parts, MAX_PARTS);
}

/** A text too long to quote in a sentence. */
export const isLongText = (value: unknown): boolean =>
  typeof value === 'string' && (value.length > MAX_LENGTH || value.includes('\n'));

export const labelFor = (words: Readonly<Record<string, string>>, key: string): string =>
  String(ownProperty(words, key) ?? key);

function countText(value: unknown): string {
  const count = Array.isArray(value) ? value.length : isRecord(value) ? Object.keys(value).length : 0;
  return count === 1 ? 'uma parte' : `${count} partes`;
}
