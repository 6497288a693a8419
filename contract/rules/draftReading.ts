import { isRecord } from './jsonRecord.ts';

/** The part of a stored draft that could be read. */
export interface DraftReading<T> {
  value: T;
  /** False when something that was written has no place in the fields of `value`. */
  complete: boolean;
}

/** `nothing`: the draft contained nothing that anyone would miss. `null`: none of it could be read. */
export type DraftAnswer<T> = DraftReading<T> | 'nothing' | null;

/** Checks, per field, whether a stored value fits. */
export type FieldChecks<T> = { [K in keyof T]?: (value: unknown) => boolean };

/**
 * Reads the fields of a form from a stored draft, each independently: a value of a different shape falls back to `base`. A
 * field that is `null` in `base` accepts any scalar value, unless `checks` is stricter.
 */
export function readFields<T extends object>(
  base: T,
  content: unknown,
  checks: FieldChecks<T> = {},
): DraftAnswer<T> {
  if (!isRecord(content)) return isBlank(content) ? 'nothing' : null;
  const value = { ...base } as Record<string, unknown>;
  let read = 0;
  let complete = true;
  for (const [key, stored] of Object.entries(content)) {
    const isInBase = Object.hasOwn(base, key);
    const check = checks[key as keyof T] ?? ((given: unknown) => sameKind(value[key], given));
    if (isInBase && check(stored)) {
      value[key] = stored;
      read += 1;
    } else if (!isBlank(stored)) complete = false;
  }
  if (read === 0) return complete ? 'nothing' : null;
  return { value: value as T, complete: complete };
}

/** Whether the value contains nothing that a person would miss: no text, no tick, no entry. */
export function isBlank(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isBlank);
  if (isRecord(value)) return Object.values(value).every(isBlank);
  return value === undefined || value === null || value === '' || value === false;
}

function sameKind(sample: unknown, given: unknown): boolean {
  if (sample === null || sample === undefined) return typeof given !== 'object' || given === null;
  if (Array.isArray(sample)) return Array.isArray(given);
  return typeof given === typeof sample && isRecord(given) === isRecord(sample);
}

/** Keyword of a schema for what stands in a draft and nobody typed: what the form shows beside it, or notes for itself. */
export const UNTYPED = 'x-nao-digitado';
