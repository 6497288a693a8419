import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type CouponCase,
  type CouponConditions,
  couponRefusal,
} from '#contract/rules/orders/couponConditions.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';

const today = '2026-11-28';
const any: CouponConditions = {
  active: true,
  startsOn: '2026-11-01',
  endsOn: '2026-11-30',
  maxUses: null,
  uses: 0,
  minimum: '0',
  firstPurchase: false,
  returningDays: null,
  oncePerCustomer: false,
  productIds: [],
};
const quote: CouponCase = {
  today,
  subtotal: '100',
  productIds: [7],
  holdsUse: false,
  lastPurchase: null,
  usedElsewhere: false,
};
const codeOf = (coupon: Partial<CouponConditions> | null, its: Partial<CouponCase> = {}) =>
  couponRefusal(coupon && { ...any, ...coupon }, { ...quote, ...its })?.code ?? null;

describe('a coupon is refused', () => {
  it('alike when it is unknown, switched off, early or late', () => {
    const answers = [null, { active: false }, { startsOn: '2026-11-29' }, { endsOn: '2026-11-27' }];
    expect(answers.map((coupon) => codeOf(coupon))).toEqual(answers.map(() => 'CUPOM_INVALIDO'));
    expect(codeOf({ startsOn: today, endsOn: today })).toBeNull();
  });

  it('without a use left, unless the quote holds one', () => {
    const used = { maxUses: 2, uses: 2 };
    expect(codeOf(used)).toBe('CUPOM_ESGOTADO');
    expect(codeOf(used, { holdsUse: true })).toBeNull();
  });

  it('to who bought before, when it is for the first purchase', () => {
    expect(codeOf({ firstPurchase: true })).toBeNull();
    expect(codeOf({ firstPurchase: true }, { lastPurchase: today })).toBe('CUPOM_PRIMEIRA_COMPRA');
  });

  it('to who never bought, or bought too recently, when it is for those who return', () => {
    const returning = { returningDays: 90 };
    expect(codeOf(returning)).toBe('CUPOM_RETORNO');
    expect(codeOf(returning, { lastPurchase: addDays(today, -89) })).toBe('CUPOM_RETORNO');
    expect(codeOf(returning, { lastPurchase: addDays(today, -90) })).toBeNull();
  });

  it('to a second quote of the customer, below its minimum and without its products', () => {
    expect(codeOf({ oncePerCustomer: true }, { usedElsewhere: true })).toBe('CUPOM_JA_USADO');
    expect(codeOf({ minimum: '100.01' })).toBe('CUPOM_MINIMO');
    expect(codeOf({ productIds: [8] })).toBe('CUPOM_PRODUTOS');
    expect(codeOf({ productIds: [7, 8], minimum: '100' })).toBeNull();
  });

  it('never more seldom for one more condition', () => {
    const conditions = fc.record({
      firstPurchase: fc.boolean(),
      returningDays: fc.option(fc.integer({ min: 1, max: 400 })),
      oncePerCustomer: fc.boolean(),
      productIds: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
      minimum: fc.integer({ min: 0, max: 200 }).map(String),
    });
    const its = fc.record({
      lastPurchase: fc.option(fc.integer({ min: 0, max: 500 }).map((days) => addDays(today, -days))),
      usedElsewhere: fc.boolean(),
      productIds: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }),
      subtotal: fc.integer({ min: 0, max: 300 }).map(String),
    });
    fc.assert(
      fc.property(conditions, its, (all, facts) => {
        const alone = (Object.keys(all) as (keyof typeof all)[]).map((key) =>
          codeOf({ [key]: all[key] }, facts),
        );
        expect(codeOf(all, facts) === null).toBe(alone.every((code) => code === null));
      }),
    );
  });
});
