import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareDecimals, multiplyDecimals } from '#contract/rules/decimal.ts';
import {
  allowedAround,
  divideFloor,
  isMultiple,
  isWholeOnly,
  minimumOf,
  type PackLimits,
  packQuantityProblem,
  soldInText,
  steppedQuantity,
  typedPackQuantity,
} from '#contract/rules/orders/packaging.ts';
import { packMax, shownStock, stockStatusOf } from '#contract/rules/orders/shownStock.ts';
import { unitDivides } from '#contract/rules/quantity.ts';

const limits = (over: Partial<PackLimits> = {}): PackLimits => ({
  unit: 'UN',
  divides: unitDivides({ unit: over.unit ?? 'UN' }),
  multiple: '0',
  max: '-1',
  digits: 4,
  ...over,
});

describe('quantity of a line', () => {
  it.each([
    ['1', limits(), undefined],
    ['0', limits(), 'Qtde mínima não atingida (1 unidade)'],
    ['3', limits({ multiple: '6' }), 'Qtde mínima não atingida (6 unidades)'],
    ['9', limits({ multiple: '6' }), 'A quantidade precisa ser múltipla de 6 unidades.'],
    ['12', limits({ multiple: '6' }), undefined],
    ['1.5', limits(), 'A quantidade precisa ser um número inteiro.'],
    ['1.5', limits({ unit: 'KG' }), undefined],
    ['0.5', limits({ unit: 'KG' }), undefined],
    ['11', limits({ max: '10' }), 'A quantidade máxima é 10 unidades.'],
    ['12345', limits(), 'A quantidade pode ter no máximo 4 dígitos antes da vírgula.'],
    ['12345', limits({ digits: 5 }), undefined],
    ['-1', limits(), 'Qtde mínima não atingida (1 unidade)'],
  ])('%s is validated', (quantity, by, message) => {
    expect(packQuantityProblem(quantity, by)?.message).toBe(message);
  });

  it.each([
    ['7', limits({ multiple: '6' }), ['6', '12']],
    ['3', limits({ multiple: '6' }), ['6']],
    ['50', limits({ multiple: '6', max: '40' }), ['36']],
    ['39', limits({ multiple: '6', max: '40' }), ['36']],
    ['1.5', limits(), ['1', '2']],
    ['0.7', limits({ unit: 'KG', multiple: '0.5' }), ['0.5', '1']],
    ['12', limits({ multiple: '6' }), []],
    ['12345', limits(), []],
  ])('%s is surrounded by the nearest allowed ones', (quantity, by, around) => {
    expect(allowedAround(quantity, by).map(Number)).toEqual(around.map(Number));
  });

  it('is surrounded only by what is allowed', () => {
    fc.assert(
      fc.property(fc.nat({ max: 9_999 }), fc.nat({ max: 50 }), fc.nat({ max: 400 }), (n, multiple, max) => {
        const by = limits({ multiple: `${multiple}`, max: max === 0 ? '-1' : `${max}` });
        for (const each of allowedAround(`${n}`, by)) expect(packQuantityProblem(each, by)).toBeNull();
      }),
    );
  });

  it('is parsed as people type it, with a comma', () => {
    expect(typedPackQuantity('1,5', limits({ unit: 'KG' }))).toEqual({ ok: true, value: '1.5' });
    for (const text of ['', 'x', '1.5', '1e3', 'NaN'])
      expect(typedPackQuantity(text, limits({ unit: 'KG' }))).toMatchObject({ ok: false });
  });

  it('has a text that says how the product is sold', () => {
    expect(soldInText(limits({ multiple: '6' }))).toBe('VENDE DE 6 EM 6');
    expect(soldInText(limits({ unit: 'CX' }))).toBe('VENDE EM CX');
    expect([isWholeOnly(limits({ multiple: '6' })), isWholeOnly(limits({ unit: 'KG' }))]).toEqual([
      true,
      false,
    ]);
  });

  const anyLimits = fc.record({
    unit: fc.constantFrom('UN', 'KG'),
    divides: fc.boolean(),
    multiple: fc.constantFrom('0', '1', '6', '12', '0.5'),
    max: fc.constantFrom('-1', '48', '600'),
    digits: fc.constant(7),
  });

  it('stays valid however often it is stepped', () => {
    fc.assert(
      fc.property(anyLimits, fc.array(fc.boolean(), { maxLength: 30 }), (by, ways) => {
        const last = ways.reduce((quantity, up) => steppedQuantity(quantity, up, by), minimumOf(by));
        expect(packQuantityProblem(last, by)).toBeNull();
      }),
    );
  });
});

describe('stock', () => {
  it.each([
    ['100', '-1', '1', '100'],
    ['100', '30', '1', '30'],
    ['100', '-1', '12', '8'],
    ['100', '30', '12', '2'],
    ['11', '-1', '12', '0'],
    ['100', '0', '1', '0'],
    ['7.5', '-1', '1', '7.5'],
  ])('of %s with a maximum of %s in packagings of %s shows %s', (stock, max, factor, shown) => {
    expect(shownStock(stock, max, factor)).toBe(shown);
  });

  it('never shows more than is available or can be bought', () => {
    fc.assert(
      fc.property(
        fc.nat(9999),
        fc.integer({ min: -1, max: 9999 }),
        fc.integer({ min: 1, max: 48 }),
        (s, m, f) => {
          const units = multiplyDecimals(shownStock(String(s), String(m), String(f)), String(f));
          expect(compareDecimals(units, String(s))).toBeLessThanOrEqual(0);
          if (m >= 0) expect(compareDecimals(units, String(m))).toBeLessThanOrEqual(0);
        },
      ),
    );
  });

  it('is none, low or enough, without what is reserved', () => {
    const of = (quantity: string, reserved = '0') =>
      stockStatusOf({ quantity, reserved, low: '10', max: '-1' });
    expect([of('0'), of('10'), of('11'), of('30', '25'), of('5', '9')]).toEqual(['3', '2', '1', '2', '3']);
    expect([packMax('-1', '12'), packMax('30', '12')]).toEqual(['-1', '2']);
  });

  it('is divided with rounding down', () => {
    expect([divideFloor('11', '12'), divideFloor('12', '12'), divideFloor('7.5', '2.5')]).toEqual([
      '0',
      '1',
      '3',
    ]);
    expect([isMultiple('7.5', '2.5'), isMultiple('7', '2.5')]).toEqual([true, false]);
  });
});
