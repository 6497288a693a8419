import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareDecimals, subtractDecimals } from '#contract/rules/decimal.ts';
import { flexOf } from '#contract/rules/orders/packaging.ts';
import { lowestWithFlex } from '#contract/rules/orders/priceReach.ts';

const reach = (lowest: string, flex: string, quantity: string, places = 2) =>
  lowestWithFlex({ lowest, flex, quantity, places });

it.each([
  ['9', '0', '10', '9'],
  ['9', '-5', '10', '9'],
  ['9', '10', '10', '8'],
  ['9', '10', '3', '5.67'],
  ['9', '1000', '1', '0.01'],
  ['9', '0.01', '10', '9'],
])('from %s with a flex of %s for %s leads down to %s', (lowest, flex, quantity, expected) => {
  expect(compareDecimals(reach(lowest, flex, quantity), expected)).toBe(0);
});

it('is always covered by the flex, above zero and at most the lowest price, and a cent less is not', () => {
  const money = fc.integer({ min: 1, max: 1_000_000 }).map((cents) => (cents / 100).toFixed(2));
  fc.assert(
    fc.property(money, money, fc.integer({ min: 1, max: 500 }).map(String), (lowest, flex, quantity) => {
      const found = reach(lowest, flex, quantity);
      expect(compareDecimals(flexOf(lowest, found, quantity), flex)).toBeLessThanOrEqual(0);
      expect(compareDecimals(found, '0')).toBe(1);
      expect(compareDecimals(found, lowest)).toBeLessThanOrEqual(0);
      const less = subtractDecimals(found, '0.01');
      if (compareDecimals(less, '0') > 0)
        expect(compareDecimals(flexOf(lowest, less, quantity), flex)).toBe(1);
    }),
  );
});
