import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareDecimals, subtractDecimals, sumDecimals } from '#contract/rules/decimal.ts';
import {
  couponDiscount,
  lineTotal,
  orderTotals,
  type TotalledLine,
} from '#contract/rules/orders/orderTotals.ts';

const line = (over: Partial<TotalledLine> = {}): TotalledLine => ({
  quantity: '2',
  price: '50',
  cost: '30',
  taxes: {},
  bonus: false,
  removed: false,
  ...over,
});
const order = (lines: TotalledLine[], over = {}) =>
  orderTotals({ lines, freight: '0', fixedFee: '0', coupon: null, ...over });

describe('totals of a quote', () => {
  it('add lines, taxes, freight and the fixed fee, and keep the coupon separate', () => {
    const taxes = { ipi: { valor: '5' }, st: { valor: '2.5' }, icms: { valor: '18' } };
    const totals = order([line({ taxes }), line({ quantity: '1', price: '100', cost: '40' })], {
      freight: '30',
      fixedFee: '2.5',
      coupon: { percent: '10', amount: null, minimum: '0' },
    });
    expect(totals).toEqual({
      itemCount: 2,
      subtotal: '200',
      taxTotal: '7.5',
      total: '240',
      bonus: '0',
      cost: '100',
      couponDiscount: '20',
      profitPercent: '44.44444444',
    });
  });

  it('count bonus lines as cost without revenue', () => {
    const totals = order([line(), line({ bonus: true, taxes: { ipi: { valor: '9' } } })]);
    expect(totals).toMatchObject({ subtotal: '100', bonus: '100', cost: '120', taxTotal: '0', total: '100' });
    expect(totals.profitPercent).toBe('-20');
  });

  it('are zero without lines, and limit a loss that no column can hold', () => {
    expect(order([line({ removed: true })], { fixedFee: '9' })).toMatchObject({
      itemCount: 0,
      total: '0',
      profitPercent: '0',
    });
    const loss = order([line({ quantity: '1', price: '0.01', cost: '99999999' })]);
    expect(loss.profitPercent).toBe('-999999');
  });

  it('round each line to the cent before adding it', () => {
    expect(lineTotal('0.333', '0.1')).toBe('0.03');
    expect(
      order([line({ quantity: '0.333', price: '0.1' }), line({ quantity: '0.333', price: '0.1' })]).subtotal,
    ).toBe('0.06');
  });

  const amount = (places: number) =>
    fc.integer({ min: 0, max: 9_999_999 }).map((units) => (units / 10 ** places).toFixed(places));
  const anyLine = fc.record({
    quantity: amount(3),
    price: amount(4),
    cost: amount(4),
    taxes: fc.record({ ipi: fc.record({ valor: amount(2) }) }),
    bonus: fc.boolean(),
    removed: fc.boolean(),
  });

  it('are the sum of their parts for any lines, and ignore removed lines', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 8 }), amount(2), (lines, freight) => {
        const totals = order(lines, { freight });
        expect(totals.total).toBe(sumDecimals([totals.subtotal, totals.taxTotal, freight]));
        expect(order([...lines, line({ removed: true })], { freight })).toEqual(totals);
        expect(order([...lines].reverse(), { freight })).toEqual(totals);
      }),
      { numRuns: 60 },
    );
  });
});

describe('discount of a coupon', () => {
  it('is zero below its minimum', () => {
    expect(couponDiscount({ percent: null, amount: '15', minimum: '100' }, '99.99')).toBe('0');
    expect(couponDiscount({ percent: null, amount: '15', minimum: '100' }, '100')).toBe('15');
  });

  it('never exceeds the subtotal', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(100_000), fc.nat(200), (subtotal, amount, percent) => {
        for (const terms of [
          { percent: null, amount: String(amount), minimum: '0' },
          { percent: String(percent), amount: null, minimum: '0' },
        ]) {
          const taken = couponDiscount(terms, String(subtotal));
          expect(compareDecimals(subtractDecimals(String(subtotal), taken), '0')).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 60 },
    );
  });
});
