import { describe, expect, it } from '@jest/globals';
import { fractionFault, unitDivides, WHOLE_ONLY } from '../../../contract/rules/quantity.ts';

describe('units', () => {
  it.each(['KG', 'G', 'L', 'ML', 'M', 'M2', 'M3', 'TON', 'kg', ' m² ', 'M³'])('%s divides', (unit) => {
    expect(unitDivides({ unit })).toBe(true);
  });

  it.each(['UN', 'FD', 'CX', 'PC', 'PCT', 'DZ', 'SC', 'GL', 'LT', 'RL', 'BALDE', ''])(
    '%s does not',
    (unit) => {
      expect(unitDivides({ unit })).toBe(false);
    },
  );

  it('let a product say otherwise, of its own unit only', () => {
    expect(unitDivides({ unit: 'UN', fractional: true })).toBe(true);
    expect(unitDivides({ unit: 'KG', fractional: false })).toBe(false);
    expect(unitDivides({ unit: 'CX', ownUnit: 'UN', fractional: true })).toBe(false);
    expect(unitDivides({ unit: 'KG', ownUnit: 'UN', fractional: false })).toBe(false);
  });

  it('refuse a fraction of what is counted, less what is left of an old one', () => {
    expect(fractionFault('0.5', false)).toBe(WHOLE_ONLY);
    expect(fractionFault('0.5', true)).toBe('');
    expect(fractionFault('2', false)).toBe('');
    expect(fractionFault('2.5', false, '2.5')).toBe('');
    expect(fractionFault('1.5', false, '2.5')).toBe(WHOLE_ONLY);
  });
});
