import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { packText, soldText, stockText } from '#contract/rules/orders/shownStock.ts';
import { UNITS, unitOf, unitText } from '#contract/rules/quantity.ts';

const pack = { unidade: 'PC', fator_conversao: '6' };

describe('units in words', () => {
  it('agree in number', () => {
    expect(['0', '1', '1.5', '2', '1608'].map((count) => unitText(count, 'PC'))).toEqual([
      '0 pacotes',
      '1 pacote',
      '1,5 pacote',
      '2 pacotes',
      '1.608 pacotes',
    ]);
    expect(unitText('3', 'XYZ')).toBe('3 XYZ');
    expect(unitText('2', 'un')).toBe('2 unidades');
  });

  it('use the name of a packaging, in agreement with the number', () => {
    const said = (quantity: string, packagings: string[]) =>
      packagings.map((packaging) => soldText(quantity, packaging));
    expect(
      said('12', ['Unidade', 'Pacote com 6', 'Caixa com 12', 'UN', 'Metro quadrado', 'Bisnaga', '']),
    ).toEqual([
      '12 unidades',
      '12 pacotes com 6',
      '12 caixas com 12',
      '12 unidades',
      '12 metros quadrados',
      '12 Bisnaga',
      '12',
    ]);
    expect(said('1', ['Unidade', 'Pacotes com 6', 'CX', 'Pacotinho'])).toEqual([
      '1 unidade',
      '1 pacote com 6',
      '1 caixa',
      '1 Pacotinho',
    ]);
  });

  it('show a packaging with the units that it holds', () => {
    expect(packText('268', pack, 'UN')).toBe('268 pacotes (1.608 UN)');
    expect(packText('5', { unidade: 'UN', fator_conversao: '1.000' }, 'UN')).toBe('5 unidades');
    expect(stockText('1610', '-1', pack, 'UN')).toBe('268 pacotes (1.608 UN)');
    expect(stockText('1610', '60', pack, 'UN')).toBe('10 pacotes (60 UN)');
    expect(stockText('4', '-1', pack, 'UN')).toBe('4 unidades');
    expect(stockText('0', '-1', pack, 'UN')).toBe('0 pacotes (0 UN)');
  });

  it('have a plural and a single row each', () => {
    expect(new Set(UNITS.map(({ value }) => value)).size).toBe(UNITS.length);
    for (const unit of UNITS) {
      expect(unit.one).not.toBe(unit.many);
      expect(unitOf(unit.value.toLowerCase())).toBe(unit);
    }
    expect(UNITS.filter(({ divides }) => divides).map(({ value }) => value)).toEqual([
      'KG',
      'G',
      'L',
      'ML',
      'M',
      'M2',
      'M3',
      'TON',
    ]);
  });

  it('name exactly one unit for any count', () => {
    fc.assert(
      fc.property(fc.nat(100_000).map(String), fc.constantFrom(...UNITS), (count, { value, one, many }) => {
        const text = unitText(count, value);
        expect(text.endsWith(` ${count === '1' ? one : many}`)).toBe(true);
      }),
    );
  });
});
