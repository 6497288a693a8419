import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  addDecimals,
  compareDecimals,
  decimalPlaces,
  divideDecimals,
  fixedDecimal,
  multiplyDecimals,
  parseBrazilianDecimal,
  parseDecimal,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
} from '#contract/rules/decimal.ts';
import { formatQuantity, parseQuantity, parseTypedQuantity } from '#contract/rules/quantity.ts';

/** Any decimal of up to twelve digits and six places, as text. */
const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.nat(6))
  .map(([units, places]) =>
    multiplyDecimals(String(units), places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`),
  );

describe('parsing decimals', () => {
  it.each([
    ['1.5', '1.5'],
    ['1.500', '1.5'],
    ['007', '7'],
    ['-0', '0'],
    ['-0.00', '0'],
    ['-0.5', '-0.5'],
    ['0.10', '0.1'],
  ])('reads %p from the wire as %p', (text, value) => {
    expect(parseDecimal(text)).toBe(value);
  });
  it.each([
    '',
    ' 1',
    '1,5',
    '1e309',
    '1e3',
    'NaN',
    'Infinity',
    '.5',
    '5.',
    '+1',
    '--1',
    '1.2.3',
    '0x10',
    '9'.repeat(61),
  ])('rejects %p from the wire', (text) => {
    expect(parseDecimal(text)).toBeNull();
  });
  it.each([
    ['1.234,56', '1234.56'],
    ['1234,56', '1234.56'],
    ['R$ 10', '10'],
    ['-R$ 1.000,50', '-1000.5'],
    ['1.234', '1234'],
    ['0,30', '0.3'],
  ])('reads typed %p as %p', (text, value) => {
    expect(parseBrazilianDecimal(text)).toBe(value);
  });
  it.each(['1.5', '12.34,5', '1,2,3', 'abc', '', '1e3'])('rejects typed %p', (text) => {
    expect(parseBrazilianDecimal(text)).toBeNull();
  });
});

describe('arithmetic on decimals', () => {
  it('is exact where floats are not', () => {
    expect(sumDecimals(['0.1', '0.2'])).toBe('0.3');
    expect(multiplyDecimals('1.005', '1000')).toBe('1005');
  });
  it('undoes an addition by subtraction, and compares like the difference', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(subtractDecimals(addDecimals(a, b), b)).toBe(a);
        expect(addDecimals(a, b)).toBe(addDecimals(b, a));
        expect(compareDecimals(a, b)).toBe(compareDecimals(subtractDecimals(a, b), '0'));
      }),
    );
  });
  it('distributes multiplication over addition', () => {
    fc.assert(
      fc.property(
        decimal,
        decimal,
        decimal,
        (a, b, c) =>
          multiplyDecimals(a, addDecimals(b, c)) ===
          addDecimals(multiplyDecimals(a, b), multiplyDecimals(a, c)),
      ),
    );
  });
  it.each([
    ['2.345', 2, '2.35'],
    ['-2.345', 2, '-2.35'],
    ['2.3449', 2, '2.34'],
    ['0.5', 0, '1'],
    ['9.995', 2, '10'],
    ['1', 3, '1'],
  ])('rounds %p to %p places as %p', (value, places, rounded) => {
    expect(roundDecimal(value, places)).toBe(rounded);
  });
  it('never rounds by more than half of the last place', () => {
    fc.assert(
      fc.property(decimal, fc.nat(4), (value, places) => {
        const distance = subtractDecimals(roundDecimal(value, places), value).replace('-', '');
        expect(
          compareDecimals(multiplyDecimals(distance, `2${'0'.repeat(places)}`), '1'),
        ).toBeLessThanOrEqual(0);
        expect(decimalPlaces(roundDecimal(value, places))).toBeLessThanOrEqual(places);
      }),
    );
  });
  it('divides with rounding half up, and pads with zeros', () => {
    expect([
      divideDecimals('2', '3', 2),
      divideDecimals('-1', '8', 2),
      divideDecimals('10', '0.5', 0),
    ]).toEqual(['0.67', '-0.13', '20']);
    expect([fixedDecimal('1.5', 3), fixedDecimal('-0.004', 2), fixedDecimal('7', 0)]).toEqual([
      '1.500',
      '0.00',
      '7',
    ]);
    expect(() => divideDecimals('1', '0', 2)).toThrow();
  });
});

describe('quantity', () => {
  it.each([
    ['0', 'QUANTIDADE_NAO_POSITIVA'],
    ['-1', 'QUANTIDADE_NAO_POSITIVA'],
    [0, 'QUANTIDADE_NAO_POSITIVA'],
    ['1e309', 'QUANTIDADE_NAO_NUMERICA'],
    [Number.POSITIVE_INFINITY, 'QUANTIDADE_NAO_NUMERICA'],
    [Number.NaN, 'QUANTIDADE_NAO_NUMERICA'],
    ['NaN', 'QUANTIDADE_NAO_NUMERICA'],
    ['1,5', 'QUANTIDADE_NAO_NUMERICA'],
    ['', 'QUANTIDADE_NAO_NUMERICA'],
    ['12345678', 'QUANTIDADE_LONGA'],
    ['1.23456', 'QUANTIDADE_LONGA'],
    ['10.001', 'QUANTIDADE_ACIMA_DO_DISPONIVEL'],
  ])('rejects %p with %s', (text, code) => {
    expect(parseQuantity(text, { max: '10' })).toMatchObject({
      ok: false,
      code,
      message: expect.stringMatching(/^A quantidade .*\.$/),
    });
  });
  it('accepts up to the limit, from the wire and as typed', () => {
    expect(parseQuantity('10.000', { max: '10' })).toEqual({ ok: true, value: '10' });
    expect(parseQuantity(1.5)).toEqual({ ok: true, value: '1.5' });
    expect(parseTypedQuantity('1.234,5')).toEqual({ ok: true, value: '1234.5' });
    expect(parseTypedQuantity('1.5')).toMatchObject({ ok: false });
    expect(formatQuantity('1234.5')).toBe('1.234,5');
  });
});
