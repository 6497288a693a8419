import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { divideDecimals, fixedDecimal, multiplyDecimals, subtractDecimals } from '#contract/rules/decimal.ts';
import { shownPrice } from '#contract/rules/nfe/notePrice.ts';
import { figuresOf } from '#contract/rules/tickets/ticketLines.ts';

const line = (purchased: string, notePrice: string | null, goods: string) => ({
  purchased,
  notePrice,
  unitPriceNoTax: divideDecimals(goods, purchased, 10),
});

describe('price of an invoice line', () => {
  it.each([
    ['as on the paper', '3', '3.3333', '10.00', '3.3333'],
    ['with all ten decimals', '1.2345', '3.1234567891', '3.86', '3.1234567891'],
    ['less the discount where there is one', '2', '10.50', '20.00', '10'],
    ['computed where the paper is not known', '4', null, '10.00', '2.5'],
  ])('is shown %s', (_, purchased, notePrice, goods, shown) => {
    expect(shownPrice(line(purchased, notePrice, goods))).toBe(shown);
  });

  it('leads to the amount beside it, and a whole line is worth its vProd less discount', () => {
    const cents = (most: number) => fc.integer({ min: 1, max: most }).map((each) => (each / 100).toFixed(2));
    const quantities = fc.integer({ min: 1, max: 99_999_999 }).map((each) => (each / 10_000).toFixed(4));
    fc.assert(
      fc.property(quantities, cents(10_000_000), cents(1_000_000), (purchased, goods, discount) => {
        const notePrice = divideDecimals(goods, purchased, 10);
        for (const net of [goods, subtractDecimals(goods, discount)]) {
          if (net.startsWith('-') || net === '0') continue;
          const each = line(purchased, notePrice, net);
          const amount = fixedDecimal(multiplyDecimals(shownPrice(each), purchased), 2);
          const difference = Number(subtractDecimals(amount, net));
          expect(Math.abs(difference)).toBeLessThanOrEqual(0.01);
          expect(figuresOf(purchased, '0', { ...each, taxes: {} }).products).toBe(fixedDecimal(net, 2));
        }
      }),
    );
  });
});
