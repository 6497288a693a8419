import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareDecimals, sumDecimals } from '#contract/rules/decimal.ts';
import {
  ADDED_TAXES,
  type FiguredLine,
  figuresOf,
  lineFigures,
  quantityInForce,
  totalFigures,
} from '#contract/rules/tickets/ticketLines.ts';

const TAXES = {
  ipi: { perc: '5', valor: '4.50' },
  st: { perc: '8.4', valor: '7.56' },
  icms: { perc: '18', valor: '16.20' },
};
const SOURCE = { purchased: '10.000', unitPriceNoTax: '9.0000', taxes: TAXES };

const cents = fc.integer({ min: 0, max: 9_999_999 }).map((units) => (units / 100).toFixed(2));
const whole = fc.integer({ min: 0, max: 9_999 }).map(String);
const tax = cents.map((valor) => ({ perc: '1', valor }));
const source = fc.record({
  purchased: fc.integer({ min: 1, max: 9_999 }).map(String),
  unitPriceNoTax: cents,
  taxes: fc.record({ ipi: tax, st: tax, stsn: tax, icms: tax, icmsPartilha: tax }, { requiredKeys: [] }),
});
const line: fc.Arbitrary<FiguredLine> = fc.record({
  status: fc.constantFrom('AN' as const, 'A' as const, 'N' as const),
  requested: whole,
  authorized: whole,
  checked: fc.option(whole),
  unitPrice: cents,
  source: fc.option(source),
});

describe('quantityInForce', () => {
  const given = { requested: '14', authorized: '10', checked: null };
  it('is the requested, then authorised, then checked quantity, and zero once denied', () => {
    expect(quantityInForce({ ...given, authorized: '0', status: 'AN' })).toBe('14');
    expect(quantityInForce({ ...given, status: 'A' })).toBe('10');
    expect(quantityInForce({ ...given, status: 'A', checked: '9' })).toBe('9');
    expect(quantityInForce({ ...given, status: 'A', checked: '0' })).toBe('0');
    expect(quantityInForce({ ...given, status: 'N' })).toBe('0');
  });
});

describe('figures of a line', () => {
  it('are proportional to the quantity, with ICMS included in the price', () => {
    expect(figuresOf('3', '10', SOURCE)).toEqual({
      quantity: '3',
      products: '27.00',
      taxes: {
        ipi: { perc: '5', valor: '1.35' },
        st: { perc: '8.4', valor: '2.27' },
        icms: { perc: '18', valor: '4.86' },
      },
      total: '30.62',
    });
  });

  it('equal those of the invoice when all of it is returned', () => {
    fc.assert(
      fc.property(source, (from) => {
        const { taxes } = figuresOf(from.purchased, '0', from);
        for (const [key, { valor }] of Object.entries(from.taxes))
          expect(taxes[key as keyof typeof taxes]?.valor).toBe(valor);
      }),
    );
  });

  it('add up for each line and for all, in any status', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const figures = lines.map(lineFigures);
        for (const { products, taxes, total } of figures) {
          const added = ADDED_TAXES.map((key) => taxes[key]?.valor ?? '0');
          expect(compareDecimals(total, sumDecimals([products, ...added]))).toBe(0);
        }
        const all = totalFigures(figures);
        const summands = [all.produtos, ...ADDED_TAXES.map((key) => all[key])];
        expect(compareDecimals(all.total, sumDecimals(summands))).toBe(0);
        expect(compareDecimals(all.total, sumDecimals(figures.map(({ total }) => total)))).toBe(0);
      }),
    );
  });

  it('are zero for a denied line', () => {
    fc.assert(
      fc.property(line, (given) => {
        const { products, total } = lineFigures({ ...given, status: 'N' });
        expect([products, total]).toEqual(['0.00', '0.00']);
      }),
    );
  });
});
