import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  subtractDecimals,
  sumDecimals,
} from '#contract/rules/decimal.ts';
import { lineTaxes, SALE_TAXES, saleTaxes, taxOnTop } from '#contract/rules/orders/lineTaxes.ts';
import {
  type JudgedLine,
  judgedLine,
  type LineFacts,
  newOffer,
  type OfferedLine,
  type OfferTerms,
  offerTotals,
} from '#contract/rules/orders/offer.ts';
import { totalsStrip } from '#contract/rules/orders/orderTotals.ts';

const cents = (value: number): Decimal => (value / 100).toFixed(2);
const money = fc.integer({ min: 1, max: 900_000 }).map(cents);
const percent = fc.integer({ min: 0, max: 3_000 }).map(cents);
const rates = fc.record(Object.fromEntries(saleTaxes.map((name) => [name, percent])), { requiredKeys: [] });

const facts: fc.Arbitrary<LineFacts> = fc.record({
  unitPrice: money,
  priceSince: fc.constant(null),
  priceFactor: fc.constantFrom('1', '11.5', '0.5'),
  factor: fc.constantFrom('1', '12'),
  tintAmount: fc.constantFrom('0', '3.75'),
  rules: fc.constantFrom([], [{ qtdMin: '10', qtdMax: '0', perc: '-7.5', multiplo: '0' }]),
  campaignPercent: fc.option(percent),
  cost: money,
  taxRates: rates,
  stock: fc.constant('1000'),
});

const terms: fc.Arbitrary<OfferTerms> = fc.record({
  closed: fc.constant(false),
  today: fc.constant('2026-11-28'),
  tableId: fc.option(fc.integer({ min: 1, max: 3 })),
  planPercent: fc.integer({ min: -500, max: 500 }).map(cents),
  maxDiscount: percent,
  check: fc.constantFrom('BRUTO' as const, 'LIQUIDO' as const),
  places: fc.integer({ min: 2, max: 4 }),
});

interface Part {
  quantity: Decimal;
  typed: Decimal | null;
  bonus: boolean;
  offered: LineFacts;
  now: LineFacts;
}
const part: fc.Arbitrary<Part> = fc.record({
  quantity: fc.integer({ min: 1, max: 400 }).map(String),
  typed: fc.option(money),
  bonus: fc.boolean(),
  offered: facts,
  now: facts,
});

const added = ({ quantity, typed, bonus }: Part): OfferedLine => ({
  quantity,
  typed,
  bonus,
  released: true,
  removed: false,
  stored: null,
});

const MOMENT = { at: new Date('2026-11-20T12:00:00Z'), today: '2026-11-20', days: 9 };

/** The line as it is stored and read again, at its own facts and terms. */
function stored(one: Part, at: OfferTerms): OfferedLine {
  const judged = judgedLine(added(one), one.offered, at);
  return {
    ...added(one),
    typed: judged.price,
    released: false,
    stored: {
      listPrice: judged.list,
      price: judged.price,
      discountPercent: judged.discountPercent,
      total: judged.total,
      cost: judged.cost,
      taxes: judged.taxes,
      offer: newOffer(judged, one.offered, MOMENT),
    },
  };
}

const judgedAll = (lines: readonly OfferedLine[], at: readonly LineFacts[], by: OfferTerms) =>
  lines.map((line, index) => ({ ...line, ...judgedLine(line, at[index] as LineFacts, by) }));

const shownTotal = (lines: readonly (OfferedLine & JudgedLine)[], coupon: Decimal | null) => {
  const sums = offerTotals(lines, {
    freight: '18.9',
    fixedFee: '3.5',
    coupon: coupon === null ? null : { percent: coupon, amount: null, minimum: '0' },
  });
  return { sums, payable: subtractDecimals(sums.total, sums.couponDiscount) };
};

describe('an offer and its moment', () => {
  it('adds up as shown after any change of master data: lines + taxes on top + freight + fee − coupon', () => {
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 5 }),
        terms,
        terms,
        fc.option(percent),
        (parts, then, now, coupon) => {
          const lines = judgedAll(
            parts.map((one) => stored(one, then)),
            parts.map((one) => one.now),
            now,
          );
          const { sums, payable } = shownTotal(lines, coupon);
          const sold = lines.filter(({ bonus }) => !bonus);
          const onScreen = sumDecimals([
            ...sold.map(({ total }) => total),
            ...sold.map(({ taxes }) => taxOnTop(taxes)),
            '18.9',
            sold.length > 0 ? '3.5' : '0',
          ]);
          expect(compareDecimals(subtractDecimals(onScreen, sums.couponDiscount), payable)).toBe(0);
          const strip = totalsStrip(
            {
              qtdeIt: sums.itemCount,
              vlSubTot: sums.subtotal,
              vlTot: sums.total,
              vlBoni: sums.bonus,
              vlImpostos: sums.taxTotal,
              vlFrete: '18.9',
              cupom: coupon === null ? null : { codigo: 'X', desconto: sums.couponDiscount },
              percLucro: null,
              exibeMargemLucro: false,
              cobranca: { descTaxaFixa: 'Taxa' },
            },
            false,
          );
          expect(strip.find(({ key }) => key === 'total')?.value).toBe(payable);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('never moves a figure of a placed order', () => {
    fc.assert(
      fc.property(part, terms, terms, (one, then, now) => {
        const line = stored(one, then);
        const placed = judgedLine(line, one.now, { ...now, closed: true });
        expect(placed).toMatchObject({
          standing: 'FECHADO',
          list: line.stored?.listPrice,
          price: line.stored?.price,
          total: line.stored?.total,
          cost: line.stored?.cost,
          taxes: line.stored?.taxes,
          discountPercent: line.stored?.discountPercent,
        });
      }),
    );
  });

  it('holds price and floor of an untouched line until its last day, at today’s taxes, and nothing longer', () => {
    fc.assert(
      fc.property(part, terms, terms, fc.integer({ min: 0, max: 20 }), (one, then, now, days) => {
        const line = stored(one, then);
        const today = `2026-11-${String(20 + Math.min(days, 10)).padStart(2, '0')}`;
        const judged = judgedLine(line, one.now, { ...now, today });
        // A box of another content is another offer.
        const holds = days <= MOMENT.days && one.now.factor === one.offered.factor;
        expect(judged.standing).toBe(holds ? 'PROPOSTO' : 'HOJE');
        const repacked = one.now.factor !== one.offered.factor;
        expect(judged.price).toBe(repacked ? judged.now.ruled : line.stored?.price);
        expect(judged.lowest).toBe(holds ? line.stored?.offer?.lowest : judged.now.lowest);
        expect(judged.taxes).toEqual(lineTaxes(one.now.taxRates, judged.total));
      }),
    );
  });

  it('prices and judges a touched line by today’s facts alone', () => {
    fc.assert(
      fc.property(part, terms, terms, (one, then, now) => {
        const touched = judgedLine({ ...stored(one, then), typed: null, released: true }, one.now, now);
        const fresh = judgedLine({ ...added(one), typed: null }, one.now, now);
        expect(touched).toEqual(fresh);
      }),
    );
  });
});

it('every kind of tax says whether it is added, and only those are', () => {
  const each = Object.fromEntries(saleTaxes.map((name) => [name, { valor: '1' }]));
  const onTop = saleTaxes.filter((name) => SALE_TAXES[name].onTop);
  expect(onTop).toEqual(['ipi', 'st', 'stsn']);
  expect(taxOnTop(each)).toBe(String(onTop.length));
  expect(addDecimals(taxOnTop({ icms: { valor: '5' }, icmsPartilha: { valor: '5' } }), '0')).toBe('0');
});
