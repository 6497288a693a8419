import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type Authorization,
  conditionText,
  invalidatedBy,
} from '../../../../contract/rules/negotiations/negotiatedPrice.ts';

const requested: Authorization = {
  price: '7',
  quantity: '5',
  until: '2026-11-20',
  plan: '28 dias',
  planPercent: '1.5',
  tableId: 1,
};
const now = { ...requested, today: '2026-11-10' };

describe('authorised price', () => {
  it('ends with its deadline, a smaller quantity, a dearer plan or another price table', () => {
    expect(invalidatedBy(requested, now)).toBeNull();
    expect(invalidatedBy(requested, { ...now, today: '2026-11-21' })).toBe('PRAZO');
    expect(invalidatedBy(requested, { ...now, quantity: '4' })).toBe('QUANTIDADE');
    expect(invalidatedBy(requested, { ...now, planPercent: '1.51' })).toBe('PLANO');
    expect(invalidatedBy(requested, { ...now, tableId: null })).toBe('TABELA');
  });

  it('stays valid for every plan whose percentage is no higher than the authorised one', () => {
    const percent = fc.integer({ min: -500, max: 500 });
    fc.assert(
      fc.property(percent, percent, (one, other) => {
        const ended = invalidatedBy(
          { ...requested, planPercent: (one / 100).toFixed(2) },
          { ...now, planPercent: (other / 100).toFixed(2) },
        );
        expect(ended).toBe(other > one ? 'PLANO' : null);
      }),
    );
  });

  it('describes its payment condition', () => {
    expect(conditionText(requested)).toBe('28 dias (+1,50%)');
    expect(conditionText({ plan: 'À vista', planPercent: '-2' })).toBe('À vista (-2,00%)');
    expect(conditionText({ plan: 'À vista', planPercent: '0.000' })).toBe('À vista');
    expect(conditionText({ plan: null, planPercent: '0' })).toBe('à vista');
  });
});
