import { describe, expect, it } from '@jest/globals';
import { fractionFault, unitDivides, WHOLE_ONLY } from '#contract/rules/quantity.ts';

describe('units', () => {
  it.each(['KG', 'G', 'L', 'ML', 'M', 'M2', 'M3', 'TON', 'kg', ' m² ', 'M³'])(
    'of %s can be divided',
    (unit) => {
      expect(unitDivides({ unit })).toBe(true);
    },
  );

  it.each(['UN', 'FD', 'CX', 'PC', 'PCT', 'DZ', 'SC', 'GL', 'LT', 'RL', 'BALDE', ''])(
    'of %s cannot be divided',
    (unit) => {
      expect(unitDivides({ unit })).toBe(false);
    },
  );

  it('can be overridden by a product, only for its own unit', () => {
    expect(unitDivides({ unit: 'UN', fractional: true })).toBe(true);
    expect(unitDivides({ unit: 'KG', fractional: false })).toBe(false);
    expect(unitDivides({ unit: 'CX', ownUnit: 'UN', fractional: true })).toBe(false);
    expect(unitDivides({ unit: 'KG', ownUnit: 'UN', fractional: false })).toBe(false);
  });

  it('reject a fraction of counted goods, except the remainder of an older one', () => {
    expect(fractionFault('0.5', false)).toBe(WHOLE_ONLY);
    expect(fractionFault('0.5', true)).toBe('');
    expect(fractionFault('2', false)).toBe('');
    expect(fractionFault('2.5', false, '2.5')).toBe('');
    expect(fractionFault('1.5', false, '2.5')).toBe(WHOLE_ONLY);
  });
});
