import { describe, expect, it } from '@jest/globals';
import { readQuantity, suggestionLines } from '#server/callcenter/suggestions/importList.ts';

describe('list of products from a customer', () => {
  it('is read by its column titles, in any order', () => {
    expect(
      suggestionLines([
        ['Descrição', 'QTDE', 'Cód. produto'],
        ['Café', ' 2 ', 'P1'],
        ['', '', ''],
        ['Arroz', '1,5', 'P2'],
      ]),
    ).toEqual([
      { linha: 2, codigo: 'P1', quantidade: '2' },
      { linha: 4, codigo: 'P2', quantidade: '1,5' },
    ]);
  });
  it('is rejected without a product or quantity column', () => {
    expect(
      suggestionLines([
        ['Nome', 'Quantidade'],
        ['x', '1'],
      ]),
    ).toBeNull();
    expect(suggestionLines([])).toBeNull();
  });
});

describe('quantity in the list', () => {
  it.each([
    ['2', '2'],
    ['1,5', '1.5'],
    ['1.5', '1.5'],
    ['1.000,5', '1000.5'],
  ])('%s is %s', (text, value) => expect(readQuantity(text)).toBe(value));
  it.each(['', '0', '-1', 'dez', 'NaN', '1e3', '0,0001', '12345678901', '=1+1'])(
    'is rejected as "%s"',
    (text) => expect(readQuantity(text)).toBeNull(),
  );
});
