import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type AccessKeyParts,
  buildAccessKey,
  formatAccessKey,
  isAccessKey,
  parseAccessKey,
} from '#contract/rules/nfe/accessKey.ts';

/** A key from the examples in the NF-e manual. */
const MANUAL = '52060433009911002506550120000007800267301615';
const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const parts: fc.Arbitrary<AccessKeyParts> = fc.record({
  stateCode: fc.constantFrom('35', '13', '12', '50'),
  yearMonth: fc
    .tuple(digits(2), fc.integer({ min: 1, max: 12 }))
    .map(([y, m]) => y + String(m).padStart(2, '0')),
  cnpj: fc.stringMatching(/^[0-9A-Z]{12}\d{2}$/),
  model: fc.constantFrom('55', '65'),
  series: digits(3),
  number: digits(9),
  emissionType: digits(1),
  code: digits(8),
});

describe('access key', () => {
  it('parses a real key, also with the printed spaces', () => {
    expect(parseAccessKey(formatAccessKey(MANUAL))).toEqual({
      stateCode: '52',
      yearMonth: '0604',
      cnpj: '33009911002506',
      model: '55',
      series: '012',
      number: '000000780',
      emissionType: '0',
      code: '26730161',
    });
  });

  it.each([
    ['empty', ''],
    ['a character too few', MANUAL.slice(1)],
    ['a wrong check digit', `${MANUAL.slice(0, 43)}6`],
    ['a letter outside the CNPJ', `A${MANUAL.slice(1)}`],
    ['month 13', `520613${MANUAL.slice(6)}`],
  ])('rejects an invalid key: %s', (_name, key) => {
    expect(isAccessKey(key)).toBe(false);
    expect(parseAccessKey(key)).toBeNull();
  });

  it('parses back what it builds', () => {
    fc.assert(fc.property(parts, (given) => expect(parseAccessKey(buildAccessKey(given))).toEqual(given)));
  });

  it('pads numbers with zeros and rejects impossible parts', () => {
    const given = { ...parseAccessKey(MANUAL), number: '780', series: '12' } as AccessKeyParts;
    expect(buildAccessKey(given)).toBe(MANUAL);
    expect(() => buildAccessKey({ ...given, cnpj: '123' })).toThrow();
  });
});
