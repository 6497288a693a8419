import { faker } from '@faker-js/faker/locale/pt_BR';
import { cnpjCheckDigits, cpfCheckDigits, isCnpj, isCpf } from '#contract/rules/documents.ts';

/** Any number; the same seed always produces the same company. */
const SEED = 20_261_121;
const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The company's single random sequence: the order of draws must not change. */
export type Chance = ReturnType<typeof newChance>;

export function newChance(seed = SEED, taken: Iterable<string> = []) {
  faker.seed(seed);
  /** Documents that are no longer available. */
  const used = new Set(taken);
  const int = (min: number, max: number) => faker.number.int({ min, max });
  const pick = <T>(from: readonly T[]): T => from[int(0, from.length - 1)] as T;
  const digits = (length: number) => Array.from({ length }, () => int(0, 9)).join('');
  const fresh = (make: () => string, isRight: (text: string) => boolean): string => {
    for (;;) {
      const text = make();
      if (!isRight(text) || used.has(text)) continue;
      used.add(text);
      return text;
    }
  };
  return {
    int,
    pick,
    digits,
    /** True in `percent` out of a hundred cases. */
    happens: (percent: number) => int(0, 99) < percent,
    /** A value from the pairs, weighted by their second element. */
    weighted: <T>(pairs: readonly (readonly [T, number])[]): T => {
      let left = int(0, pairs.reduce((sum, [, weight]) => sum + weight, 0) - 1);
      for (const [value, weight] of pairs) {
        if (left < weight) return value;
        left -= weight;
      }
      throw new Error('nothing has a weight');
    },
    /** `count` different elements, in order. */
    some: <T>(from: readonly T[], count: number): T[] => faker.helpers.arrayElements(from, count),
    cpf: () => fresh(() => withDigits(digits(9), cpfCheckDigits), isCpf),
    /** CNPJ of a head office: branch number 0001. */
    cnpj: () => fresh(() => withDigits(`${digits(8)}0001`, cnpjCheckDigits), isCnpj),
    /** With letters, as issued since July 2026. */
    alphanumericCnpj: () =>
      fresh(
        () =>
          withDigits(`${pick([...ALPHANUMERIC].slice(10))}${text(7, pick)}${text(4, pick)}`, cnpjCheckDigits),
        isCnpj,
      ),
    firstName: () => faker.person.firstName(),
    lastName: () => faker.person.lastName(),
    street: () => faker.location.street(),
  };
}

const text = (length: number, pick: (from: readonly string[]) => string) =>
  Array.from({ length }, () => pick([...ALPHANUMERIC])).join('');

const withDigits = (base: string, digitsOf: (base: string) => string) => base + digitsOf(base);
