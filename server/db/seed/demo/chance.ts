import { mersenne } from 'pure-rand/generator/mersenne';
import { cnpjCheckDigits, cpfCheckDigits, isCnpj, isCpf } from '#contract/rules/documents.ts';
import { MEN, STREET_KINDS, SURNAMES, WOMEN } from './names.ts';

/** Any number; the same seed always produces the same company. */
const SEED = 20_261_121;
const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The company's single random sequence: the order of draws must not change. */
export type Chance = ReturnType<typeof newChance>;

export function newChance(seed = SEED, taken: Iterable<string> = []) {
  const draw = fractions(seed);
  /** Documents that are no longer available. */
  const used = new Set(taken);
  const int = (min: number, max: number) => (min === max ? min : Math.floor(draw() * (max - min + 1) + min));
  const pick = <T>(from: readonly T[]): T => from[int(0, from.length - 1)] as T;
  const firstName = () => pick(pick([WOMEN, MEN]));
  const lastName = () => {
    // Two that faker spends on a sex and on the pattern of the name.
    draw();
    draw();
    return pick(SURNAMES);
  };
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
    some: <T>(from: readonly T[], count: number): T[] => {
      const all = [...from];
      const rest = Math.max(all.length - count, 0);
      for (let last = all.length - 1; last >= rest; last--) {
        const other = int(0, last);
        [all[last], all[other]] = [all[other] as T, all[last] as T];
      }
      return all.slice(rest);
    },
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
    firstName,
    lastName,
    street: () => {
      const isFirstName = pick([true, false]);
      return `${pick(STREET_KINDS)} ${isFirstName ? firstName() : lastName()}`;
    },
  };
}

/** Numbers from 0 to below 1, with 53 random bits each: the Mersenne Twister as its authors wrote it, and as faker reads it. */
function fractions(seed: number): () => number {
  const generator = mersenne(seed);
  return () => {
    const [high, low] = [generator.next() >>> 5, generator.next() >>> 6];
    return (high * 2 ** 26 + low) / 2 ** 53;
  };
}

const text = (length: number, pick: (from: readonly string[]) => string) =>
  Array.from({ length }, () => pick([...ALPHANUMERIC])).join('');

const withDigits = (base: string, digitsOf: (base: string) => string) => base + digitsOf(base);
