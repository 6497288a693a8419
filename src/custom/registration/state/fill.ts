import { isBlank, isRecord } from '../../../../contract/rules/draftReading.ts';
import { type RegistrationData, sameContent } from './registrationDraft.ts';

export interface Filled {
  data: RegistrationData;
  /** Paths where something else was written already; it was kept, unless everything was to be replaced. */
  kept: string[];
}

/** Puts known values in. What a person wrote stays, and is told of, unless `replace`. */
export function fillIn(data: RegistrationData, known: RegistrationData, replace = false): Filled {
  const kept: string[] = [];
  const merge = (before: unknown, given: unknown, path: string): unknown => {
    if (isBlank(given)) return before;
    if (isRecord(given) && (before === undefined || isRecord(before))) {
      const inner = Object.entries(given).map(
        ([key, value]) => [key, merge(before?.[key], value, path ? `${path}.${key}` : key)] as const,
      );
      return { ...before, ...Object.fromEntries(inner) };
    }
    if (isBlank(before) || replace || sameContent(before, given)) return given;
    kept.push(path);
    return before;
  };
  return { data: merge(data, known, '') as RegistrationData, kept };
}
