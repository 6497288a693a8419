/** What could be read of a stored draft. */
export interface DraftReading<T> {
  value: T;
  /** False where something that was written stands in none of the fields of `value`. */
  whole: boolean;
}

/** `nothing`: nothing was written that anybody would miss. `null`: not a word of it could be read. */
export type DraftAnswer<T> = DraftReading<T> | 'nothing' | null;

/** Whether a stored value fits a field. */
export type FieldChecks<T> = { [K in keyof T]?: (value: unknown) => boolean };

/**
 * Reads the fields of a form out of what was stored, each for itself: one of another shape falls back to `base`. A field
 * that is `null` there takes any single value, unless `checks` says more.
 */
export function readFields<T extends object>(
  base: T,
  content: unknown,
  checks: FieldChecks<T> = {},
): DraftAnswer<T> {
  if (!isRecord(content)) return isBlank(content) ? 'nothing' : null;
  const value = { ...base } as Record<string, unknown>;
  let read = 0;
  let whole = true;
  for (const [key, stored] of Object.entries(content)) {
    const known = Object.hasOwn(base, key);
    const check = checks[key as keyof T] ?? ((given: unknown) => sameKind(value[key], given));
    if (known && check(stored)) {
      value[key] = stored;
      read += 1;
    } else if (!isBlank(stored)) whole = false;
  }
  if (read === 0) return whole ? 'nothing' : null;
  return { value: value as T, whole };
}

/** Nothing that a person would miss: no text, no tick, no entry. */
export function isBlank(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isBlank);
  if (isRecord(value)) return Object.values(value).every(isBlank);
  return value === undefined || value === null || value === '' || value === false;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function sameKind(sample: unknown, given: unknown): boolean {
  if (sample === null || sample === undefined) return typeof given !== 'object' || given === null;
  if (Array.isArray(sample)) return Array.isArray(given);
  return typeof given === typeof sample && isRecord(given) === isRecord(sample);
}
