import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDecimals, compareDecimals, multiplyDecimals } from '#contract/rules/decimal.ts';
import { deliveryDay, deliveryDaysText } from '#contract/rules/freight/delivery.ts';
import {
  bestQuotes,
  embeddedFreight,
  type FreightTerms,
  freightPercent,
  payableFreight,
} from '#contract/rules/freight/payableFreight.ts';
import {
  type FreightLine,
  freightSize,
  freightVolume,
  freightWeight,
  legPrice,
  placeFit,
  routePrice,
} from '#contract/rules/freight/rateTable.ts';

const line = (over: Partial<FreightLine> = {}): FreightLine => ({
  quantity: '3',
  factor: '12',
  netWeight: '0.9',
  grossWeight: '1.055',
  height: '30',
  width: '20',
  length: '12.5',
  ...over,
});
const terms = (over: Partial<FreightTerms> = {}): FreightTerms => ({
  total: '1050',
  embeddedPercent: '0',
  exemptFrom: null,
  paid: '0',
  ...over,
});
const cents = (max = 99_999_999) =>
  fc.integer({ min: 0, max }).map((value) => multiplyDecimals(String(value), '0.01'));

describe('weight and volume', () => {
  it('match lines calculated by hand', () => {
    // 0.9 kg × 3 × 12; 1.055 × 36 = 37.98; 0.3 × 0.2 × 0.125 m = 0.0075 m³ × 36
    expect(freightWeight('0.9', '3', '12')).toBe('32.4');
    expect(freightWeight('0.335', '1', '1')).toBe('0.34');
    expect(freightVolume(line())).toBe('0.27');
    expect(freightVolume(line({ quantity: '1', factor: '1', height: '5', width: '10', length: '10' }))).toBe(
      '0.001',
    );
    expect(freightSize([line(), line({ quantity: '0.5', factor: '1' })])).toEqual({
      netWeight: '32.85',
      grossWeight: '38.51',
      volume: '0.274',
    });
    expect(freightSize([])).toEqual({ netWeight: '0', grossWeight: '0', volume: '0' });
  });
});

describe('embedded and payable freight', () => {
  it('extracts from the total what the percentage added', () => {
    expect(embeddedFreight('1050', '5')).toBe('50');
    expect(embeddedFreight('1000', '3')).toBe('29.13');
    expect(embeddedFreight('1000', '0')).toBe('0');
  });

  it('is never negative, neither before nor after what was paid is deducted', () => {
    expect(payableFreight('80', terms({ embeddedPercent: '5' }))).toBe('30');
    expect(payableFreight('40', terms({ embeddedPercent: '5' }))).toBe('0');
    expect(payableFreight('80', terms({ embeddedPercent: '5', paid: '12.5' }))).toBe('17.5');
    expect(payableFreight('40', terms({ paid: '100' }))).toBe('0');
  });

  it('is zero from the exemption minimum on, and not a cent below', () => {
    expect(payableFreight('80', terms({ exemptFrom: '1050' }))).toBe('0');
    expect(payableFreight('80', terms({ exemptFrom: '1050.01' }))).toBe('80');
  });

  it("never exceeds the carrier's price and never drops as that rises", () => {
    fc.assert(
      fc.property(
        cents(),
        cents(),
        cents(1_000_000),
        cents(3000),
        cents(10_000),
        (requested, more, total, percent, paid) => {
          const given = terms({ total, embeddedPercent: percent, paid });
          const payable = payableFreight(requested, given);
          expect(compareDecimals(payable, '0')).not.toBe(-1);
          expect(compareDecimals(payable, requested)).not.toBe(1);
          expect(compareDecimals(payableFreight(addDecimals(requested, more), given), payable)).not.toBe(-1);
          expect(compareDecimals(embeddedFreight(total, percent), total)).not.toBe(1);
        },
      ),
    );
  });
});

describe('freight percentage', () => {
  it('is of the goods without embedded freight, on a base raised by 0.052 in MS', () => {
    expect(freightPercent('50', terms({ embeddedPercent: '5' }), 'SP')).toBe('5');
    // 50 ÷ (1000 × 1.052)
    expect(freightPercent('50', terms({ embeddedPercent: '5' }), 'MS')).toBe('4.753');
    expect(freightPercent('50', terms({ total: '0' }), 'SP')).toBe('0');
  });
});

describe('freight rate tables', () => {
  const to = { state: 'SP', ibge: '3550308', cep: '01310100' };
  const place = (over = {}) => ({ state: 'SP', ibge: null, cepFrom: null, cepTo: null, ...over });

  it('prefer the postal code to the city and the city to the state', () => {
    expect(placeFit(place({ cepFrom: '01000000', cepTo: '01999999' }), to)).toBe(3);
    expect(placeFit(place({ cepFrom: '02000000', cepTo: '02999999' }), to)).toBe(0);
    expect(placeFit(place({ cepFrom: '01000000', cepTo: '01999999' }), { ...to, cep: '' })).toBe(0);
    expect(placeFit(place({ ibge: '3550308' }), to)).toBe(2);
    expect(placeFit(place({ ibge: '3509502' }), to)).toBe(0);
    expect(placeFit(place(), to)).toBe(1);
    expect(placeFit(place({ state: 'RJ' }), to)).toBe(0);
  });

  it('add up legs, charge the minimum and exempt from a total', () => {
    // 12 + 0.45 × 32.4 + 0.3 % of 1050 = 12 + 14.58 + 3.15
    expect(legPrice({ fixed: '12', perKilo: '0.45', percent: '0.3' }, '32.4', '1050')).toBe('29.73');
    const route = { legs: ['29.73', '10.27'], minimum: '35', exemptFrom: null, total: '1050' };
    expect(routePrice(route)).toBe('40');
    expect(routePrice({ ...route, minimum: '55.9' })).toBe('55.9');
    expect(routePrice({ ...route, exemptFrom: '1050' })).toBe('0');
    expect(routePrice({ ...route, exemptFrom: '1050.01' })).toBe('40');
  });
});

describe('delivery day', () => {
  const isHoliday = (day: string) => day === '2026-12-25';
  const day = (from: string, days: number, weekdays: string) =>
    deliveryDay({ from, days, weekdays, isHoliday });

  it('counts business days and waits for a weekday with delivery', () => {
    // Saturday 21 November 2026: Monday, Tuesday, Wednesday
    expect(day('2026-11-21', 3, 'NSSSSSN')).toBe('2026-11-25');
    expect(day('2026-11-21', 3, 'NNSNNNN')).toBe('2026-12-01');
    expect(day('2026-11-21', 0, 'NNNNNNS')).toBe('2026-11-21');
    // Christmas is a Friday: neither on the way nor at the door
    expect(day('2026-12-24', 1, 'NSSSSSN')).toBe('2026-12-28');
    expect(day('2026-12-24', 0, 'NNNNNSN')).toBe('2027-01-01');
    expect(day('2026-11-21', 2, 'NNNNNNN')).toBeNull();
  });

  it('is written in words', () => {
    expect(deliveryDaysText('NSNSNSN')).toBe('seg, qua e sex');
    expect(deliveryDaysText('NSSSSSN')).toBe('de segunda a sexta');
    expect(deliveryDaysText('NNNNNNS')).toBe('sáb');
  });
});

describe('best freight quotes', () => {
  it('mark the cheapest and the fastest, with ties, but none without a price or a rival', () => {
    const quotes = [
      { payable: '30', days: 2, priced: true },
      { payable: '20.5', days: 5, priced: true },
      { payable: '20.50', days: 7, priced: true },
      { payable: '0', days: 0, priced: false },
    ];
    expect(bestQuotes(quotes).map(({ cheapest, fastest }) => `${+cheapest}${+fastest}`)).toEqual([
      '01',
      '10',
      '10',
      '00',
    ]);
    expect(bestQuotes(quotes.slice(0, 1))).toEqual([{ cheapest: false, fastest: false }]);
  });
});
