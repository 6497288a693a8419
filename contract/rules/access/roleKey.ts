import { PERSON_TYPES, type PersonType } from '../../permissions.ts';

/** A standard role's key is the type of person that it is for; a copy's is that and a number: `OPERADOR-2`. */
export const standardOf = (key: string): PersonType | null =>
  PERSON_TYPES.find((type) => key === type || new RegExp(`^${type}-\\d+$`).test(key)) ?? null;

export const isStandardRole = (key: string): boolean => (PERSON_TYPES as readonly string[]).includes(key);

/** The first key that no role has yet. */
export function copyKey(base: string, taken: readonly string[]): string {
  const stem = standardOf(base) ?? base;
  for (let number = 2; ; number++) if (!taken.includes(`${stem}-${number}`)) return `${stem}-${number}`;
}

/** End consumers have roles made for them, and nobody else has those: what is internal stays inside. */
export const suits = (type: PersonType, roleKey: string): boolean =>
  (type === 'CONSUMIDOR_FINAL') === (standardOf(roleKey) === 'CONSUMIDOR_FINAL');
