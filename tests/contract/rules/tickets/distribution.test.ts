import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextInTurn } from '#contract/rules/tickets/distribution.ts';

it('gives everybody as many as everybody else, whoever began', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 1, max: 5 }),
      (ids, begin, rounds) => {
        const given = new Map<number, number>();
        let last = begin;
        for (let turn = 0; turn < ids.length * rounds; turn += 1) {
          last = nextInTurn(ids, last) ?? -1;
          given.set(last, (given.get(last) ?? 0) + 1);
        }
        expect([...given.keys()].sort()).toEqual([...ids].sort());
        expect(new Set(given.values())).toEqual(new Set([rounds]));
      },
    ),
  );
  expect(nextInTurn([], 3)).toBeNull();
});
