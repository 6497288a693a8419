import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDecimals, compareDecimals } from '#contract/rules/decimal.ts';
import { readAmount, transferred } from '#contract/rules/sales/accountTransfer.ts';

const cents = (max: number) =>
  fc.integer({ min: 0, max }).map((n) => `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`);

describe('account transfer', () => {
  it('preserves the total to the cent and never overdraws unless allowed', () => {
    fc.assert(
      fc.property(cents(1e9), cents(1e9), cents(1e9), fc.boolean(), (from, to, amount, mayOverdraw) => {
        const result = transferred({ from, to }, amount, { mayOverdraw });
        const covered = compareDecimals(amount, from) <= 0;
        expect(result.ok).toBe(covered || mayOverdraw);
        if (!result.ok) return;
        const { balances } = result;
        expect(addDecimals(balances.from, balances.to)).toBe(addDecimals(from, to));
        if (!mayOverdraw) expect(compareDecimals(balances.from, '0')).not.toBe(-1);
      }),
    );
  });

  it('accepts only whole cents above zero', () => {
    expect(readAmount('0.01')).toEqual({ ok: true, value: '0.01' });
    for (const text of ['0', '-1', '1,5', '0.001', 'NaN', '1e309', ''])
      expect(readAmount(text).ok).toBe(false);
  });
});
