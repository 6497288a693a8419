import { isRecord } from '../jsonRecord.ts';
import { maskPaths } from './masks.ts';

/** Submitted data in which every mask that came back as it was shown is replaced by the stored value. */
export interface KeptMasks {
  value: unknown;
  /**
   * Dotted paths that the person may not write: a mask that was not shown there, or content written over a list that is
   * hidden completely.
   */
  refused: string[];
}

/** `shown` is `stored` as it was masked for the person; all three use the same names. */
export function keptMasks(given: unknown, shown: unknown, stored: unknown): KeptMasks {
  const value = restored(given, shown, stored);
  return {
    value,
    refused: [...new Set([...maskPaths(value), ...overwritesHidden(given, shown, stored, '')])],
  };
}

function restored(given: unknown, shown: unknown, stored: unknown): unknown {
  if (isSame(given, shown)) return isSame(shown, stored) ? given : stored;
  if (Array.isArray(given) && Array.isArray(shown) && Array.isArray(stored)) {
    // The schema rejects a longer list right after this.
    if (given.length > shown.length + MAX_NEW) return given;
    const twins = matchingRows(given, shown);
    return given.map((each, index) => {
      const twin = twins[index] ?? -1;
      return twin < 0 ? each : restored(each, shown[twin], stored[twin]);
    });
  }
  if (!isRecord(given) || !isRecord(shown) || !isRecord(stored)) return given;
  return Object.fromEntries(
    Object.entries(given).map(([key, each]) => [key, restored(each, shown[key], stored[key])]),
  );
}

/** Maximum number of rows added to a list at once; no list in a form accepts that many. */
const MAX_NEW = 500;

/**
 * Finds the shown row that corresponds to each given one: the row in the same position, otherwise one that looks the same,
 * otherwise the only remaining one that has its masks; -1 for a new row. No shown row is used twice, so a removed or moved
 * row cannot take over another's data.
 */
function matchingRows(given: readonly unknown[], shown: readonly unknown[]): number[] {
  const looks = shown.map(canonicalText);
  const twins = given.map((each, index) =>
    looks[index] !== undefined && looks[index] === canonicalText(each) ? index : -1,
  );
  const free = new Set(shown.keys());
  for (const twin of twins) free.delete(twin);
  const take = (find: (each: unknown, left: ReadonlySet<number>) => number | undefined) => {
    for (const [index, each] of given.entries()) {
      if (free.size === 0) return;
      if (twins[index] !== -1) continue;
      const twin = find(each, free) ?? -1;
      twins[index] = twin;
      free.delete(twin);
    }
  };
  take((each, left) => {
    const look = canonicalText(each);
    return [...left].find((index) => looks[index] === look);
  });
  take((each, left) => {
    const fitting = [...left].filter((index) => hasSameMasks(each, shown[index]));
    return fitting.length === 1 ? fitting[0] : undefined;
  });
  return twins;
}

function hasSameMasks(given: unknown, shown: unknown): boolean {
  const paths = maskPaths(given, '$');
  return paths.length > 0 && paths.every((path) => valueAtPath(given, path) === valueAtPath(shown, path));
}

const valueAtPath = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .slice(1)
    .reduce<unknown>(
      (whole, key) => (typeof whole === 'object' && whole !== null ? Reflect.get(whole, key) : undefined),
      value,
    );

/** A person who was shown an empty list in place of a filled one would overwrite it. */
function overwritesHidden(given: unknown, shown: unknown, stored: unknown, path: string): string[] {
  if (isEmpty(shown) && !isEmpty(stored) && isContent(stored))
    return isSame(given, shown) || given === undefined ? [] : [path || 'corpo'];
  if (!isRecord(given) || !isRecord(shown) || !isRecord(stored)) return [];
  return Object.entries(given).flatMap(([key, each]) =>
    overwritesHidden(each, shown[key], stored[key], path ? `${path}.${key}` : key),
  );
}

const isContent = (value: unknown) => typeof value === 'object' && value !== null;
const isEmpty = (value: unknown) => isContent(value) && Object.keys(value as object).length === 0;

/** Forms omit empty values and put the fields of a group in their own order. */
const isSame = (a: unknown, b: unknown): boolean => canonicalText(a) === canonicalText(b);

function canonicalText(value: unknown): string {
  if (value === '' || value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'null' : `[${value.map(canonicalText).join()}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const entries = Object.entries(value)
    .map(([key, one]) => [key, canonicalText(one)] as const)
    .filter(([, one]) => one !== 'null')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0
    ? 'null'
    : `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${one}`).join()}}`;
}
