import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareDecimals } from '#contract/rules/decimal.ts';
import {
  applicableRule,
  discountOf,
  flexOf,
  lowestPrice,
  type PriceCheck,
  type PriceRule,
  packPrice,
  ruleApplies,
  withPercent,
} from '#contract/rules/orders/packaging.ts';
import { type LightFacts, trafficLights, unreleasedRedLights } from '#contract/rules/orders/trafficLights.ts';

const rule = (qtdMin: string, qtdMax: string, perc: string, multiplo = '1'): PriceRule => ({
  qtdMin,
  qtdMax,
  perc,
  multiplo,
});

describe('price by quantity', () => {
  it.each([
    [rule('10', '0', '-3'), '10', false],
    [rule('10', '0', '-3'), '11', true],
    [rule('10', '20', '-3'), '20', true],
    [rule('10', '20', '-3'), '21', false],
    [rule('10', '0', '3'), '50', false],
    [rule('0', '0', '2', '6'), '12', true],
    [rule('0', '0', '2', '6'), '13', false],
  ])('applies %j to %s units: %s', (given, units, applies) => {
    expect(ruleApplies(given, units)).toBe(applies);
  });

  it('uses the best rule that applies', () => {
    const rules = [rule('10', '0', '-3'), rule('50', '0', '-5'), rule('100', '0', '-8')];
    expect(applicableRule(rules, '60')?.perc).toBe('-5');
    expect(applicableRule(rules, '5')).toBeNull();
  });

  it('combines a box of twelve, a tint and a cash plan', () => {
    const facts = { unitPrice: '10', priceFactor: '12', planPercent: '-2', tintAmount: '1.5', units: '24' };
    expect(packPrice({ ...facts, places: 2, rules: [rule('12', '0', '-5')] })).toMatchObject({
      list: '135.24',
      price: '128.48',
    });
    const precise = { ...facts, unitPrice: '10.0125', places: 4, rules: [rule('12', '0', '-5')] };
    expect(packPrice(precise)).toMatchObject({ list: '135.387', price: '128.6177' });
    expect(discountOf('135.24', '128.48')).toBe('4.99852115');
    expect(discountOf('3', '2')).toBe('33.33333333');
  });
});

const floorBy = (check: PriceCheck, maxDiscount = '5', places = 2) => ({ maxDiscount, check, places });

describe('lowest price that a seller can give', () => {
  it('is measured from the list price or from the price by quantity', () => {
    expect(lowestPrice({ list: '100', price: '97' }, floorBy('BRUTO'))).toBe('95');
    expect(lowestPrice({ list: '100', price: '97' }, floorBy('LIQUIDO'))).toBe('92.15');
    expect(lowestPrice({ list: '100', price: '90' }, floorBy('BRUTO'))).toBe('90');
    expect([flexOf('95', '90', '3'), flexOf('95', '96', '3')]).toEqual(['15', '0']);
  });

  it('never exceeds the price that the rules yield', () => {
    const cents = fc.integer({ min: 1, max: 999_999 }).map((n) => (n / 100).toFixed(2));
    fc.assert(
      fc.property(
        cents,
        fc.integer({ min: -60, max: 0 }),
        fc.nat(50),
        fc.integer({ min: 2, max: 4 }),
        (list, perc, max, places) => {
          const price = withPercent(list, String(perc), places);
          for (const check of ['BRUTO', 'LIQUIDO'] as const)
            expect(
              compareDecimals(lowestPrice({ list, price }, floorBy(check, String(max), places)), price),
            ).toBeLessThanOrEqual(0);
        },
      ),
    );
  });
});

describe('traffic lights of a quote', () => {
  const facts = (over: Partial<LightFacts> = {}): LightFacts => ({
    credit: {
      amount: '100',
      enforced: true,
      methodId: 1,
      methodName: 'Boleto',
      planId: 1,
      planName: '',
      paidLater: false,
      limits: [],
    },
    withoutStock: 0,
    withLowStock: 0,
    profitPercent: '30',
    withoutCost: 0,
    leastMargin: '10',
    lateTitles: 0,
    lateAmount: '0',
    oldestLateDays: 0,
    lateDays: 15,
    ...over,
  });
  it.each<[Partial<LightFacts>, number, string]>([
    [{}, 0, 'VERDE'],
    [{ withLowStock: 1 }, 1, 'AMARELO'],
    [{ withoutStock: 1, withLowStock: 1 }, 1, 'VERMELHO'],
    [{ profitPercent: '9.99' }, 2, 'AMARELO'],
    [{ profitPercent: '-0.01' }, 2, 'VERMELHO'],
    [{ profitPercent: '100', withoutCost: 1 }, 2, 'CINZA'],
    // The unknown cost can only make it worse.
    [{ profitPercent: '9.99', withoutCost: 1 }, 2, 'AMARELO'],
    [{ profitPercent: '-0.01', withoutCost: 1 }, 2, 'VERMELHO'],
    [{ lateTitles: 1, lateAmount: '10', oldestLateDays: 15 }, 3, 'AMARELO'],
    [{ lateTitles: 1, lateAmount: '10', oldestLateDays: 16 }, 3, 'VERMELHO'],
  ])('%j', (over, index, color) => {
    expect(trafficLights(facts(over))[index]?.cor).toBe(color);
  });

  it('stay released until the total of the quote rises', () => {
    const late = { lateTitles: 1, lateAmount: '10', oldestLateDays: 16 };
    const red = trafficLights(facts({ ...late, profitPercent: '-1' }));
    const release = { cores: ['TITULOS' as const], total: '100' };
    expect(unreleasedRedLights(red, null, '100').map(({ nome }) => nome)).toEqual(['MARGEM', 'TITULOS']);
    expect(unreleasedRedLights(red, release, '100').map(({ nome }) => nome)).toEqual(['MARGEM']);
    expect(unreleasedRedLights(red, release, '100.01').map(({ nome }) => nome)).toEqual([
      'MARGEM',
      'TITULOS',
    ]);
  });

  it('of credit and stock need no release: the order would be refused anyway', () => {
    const red = trafficLights(facts({ withoutStock: 2 }));
    expect(red[1]?.cor).toBe('VERMELHO');
    expect(unreleasedRedLights(red, null, '100')).toEqual([]);
  });
});
