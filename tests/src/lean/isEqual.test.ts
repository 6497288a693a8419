import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isEqual } from '#src/lean/isEqual.ts';

const original = createRequire(import.meta.url)('lodash/isEqual') as typeof isEqual;

describe('isEqual', () => {
  it('equals the original for everything that JSON can hold', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(isEqual(a, b)).toBe(original(a, b));
        expect(isEqual(a, structuredClone(a))).toBe(true);
      }),
    );
  });

  it('equals the original for dates, absent keys, functions and NaN', () => {
    const same = () => 1;
    const pairs: [unknown, unknown][] = [
      [new Date(1), new Date(1)],
      [new Date(1), new Date(2)],
      [{ a: undefined }, {}],
      [{ a: undefined }, { b: undefined }],
      [[], {}],
      [new Date(1), {}],
      [
        [1, 2],
        [2, 1],
      ],
      [same, same],
      [same, () => 1],
      [Number.NaN, Number.NaN],
      [null, undefined],
    ];
    for (const [a, b] of pairs) expect([a, b, isEqual(a, b)]).toEqual([a, b, original(a, b)]);
  });
});
