import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  boletoBarcode,
  collectingBanks,
  digitableLine,
  dueFactor,
  formatDigitableLine,
  isBoletoBarcode,
  modulo10,
} from '#contract/rules/sales/boleto.ts';
import { CODE_128, code128Bars, interleavedBars } from '#server/callcenter/documents/pdf/drawing.ts';
import { readCode128, readInterleaved } from '#tests/support/barcodes.ts';

describe('due factor of a boleto', () => {
  it('counts from 7 October 1997 and restarts on 22 February 2025', () => {
    expect(dueFactor('2000-07-03')).toBe('1000');
    expect(dueFactor('2002-05-01')).toBe('1667');
    expect(dueFactor('2025-02-21')).toBe('9999');
    expect(dueFactor('2025-02-22')).toBe('1000');
    expect(dueFactor('2026-11-21')).toBe('1637');
    expect(dueFactor('1997-12-31')).toBe('0000');
  });
});

describe('barcode and digitable line', () => {
  const account = { agency: '0057', account: '12345', portfolio: '110' };

  it('match the example published by the bank', () => {
    const freeField = collectingBanks['341']?.freeField('12345678', account) ?? '';
    expect(freeField).toBe('1101234567880057123457000');
    const barcode = boletoBarcode({ bank: '341', dueOn: '2002-05-01', amount: '123.45', freeField });
    expect(barcode).toBe('34196166700000123451101234567880057123457000');
    expect(formatDigitableLine(digitableLine(barcode))).toBe(
      '34191.10121 34567.880058 71234.570001 6 16670000012345',
    );
    expect(collectingBanks['341']?.shownNumber('12345678', account)).toBe('110/12345678-8');
  });

  it('of Bradesco contain agency, portfolio, number and account, with a check digit that can be P', () => {
    const bank = collectingBanks['237'];
    const given = { agency: '1234', account: '7654321', portfolio: '19' };
    expect(bank?.freeField('2', given)).toBe('1234190000000000276543210');
    // The bank's own examples: portfolio 19 with 00000000002 gives 8, 00000000001 gives P
    expect(bank?.shownNumber('2', given)).toBe('19/00000000002-8');
    expect(bank?.shownNumber('1', given)).toBe('19/00000000001-P');
  });

  it('are validated by their check digits', () => {
    expect(modulo10('01230067896')).toBe('3');
    expect(isBoletoBarcode('34196166700000123451101234567880057123457000')).toBe(true);
    expect(isBoletoBarcode('34196166700000123461101234567880057123457000')).toBe(false);
  });

  it('encode every amount and day, and reveal every changed digit', () => {
    const digits = (length: number) =>
      fc
        .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
        .map((all) => all.join(''));
    fc.assert(
      fc.property(
        digits(25),
        fc.integer({ min: 0, max: 9_999_999_999 }),
        fc.date({ min: new Date('2001-01-01'), max: new Date('2060-12-31'), noInvalidDate: true }),
        fc.nat(43),
        fc.integer({ min: 1, max: 9 }),
        (freeField, cents, date, at, by) => {
          const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
          const dueOn = date.toISOString().slice(0, 10);
          const code = boletoBarcode({ bank: '237', dueOn, amount, freeField });
          expect([code.length, digitableLine(code).length, isBoletoBarcode(code)]).toEqual([44, 47, true]);
          expect(code.slice(9, 19)).toBe(String(cents).padStart(10, '0'));
          expect(readInterleaved(interleavedBars(code))).toBe(code);
          const changed = code.slice(0, at) + ((Number(code[at]) + by) % 10) + code.slice(at + 1);
          // Remainders 0, 1 and 10 share the digit 1; only there may a change go unnoticed.
          if (code[4] !== '1') expect(isBoletoBarcode(changed)).toBe(false);
        },
      ),
    );
  });
});

describe('Code 128', () => {
  it('has distinct symbols of eleven modules each', () => {
    const widths = CODE_128.split(' ').map((each) =>
      [...each].reduce((sum, digit) => sum + Number(digit), 0),
    );
    expect([widths.length, new Set(CODE_128.split(' ')).size]).toEqual([107, 107]);
    expect(new Set(widths.slice(0, -1))).toEqual(new Set([11]));
    expect(widths.at(-1)).toBe(13);
  });

  it('decodes to the original text, also for letters and odd runs of digits', () => {
    const key = `352611${'12ABC34501DE35'}550010000502681123456789`;
    for (const text of [key, '3'.repeat(44), '12345', 'AB1', 'A12345B'])
      expect(readCode128(code128Bars(text))).toBe(text);
    // Twenty-two pairs, start, check digit and stop: 24 × 11 + 13 modules
    expect(code128Bars('3'.repeat(44)).reduce((sum, each) => sum + each, 0)).toBe(277);
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Z]{1,44}$/), (text) => {
        expect(readCode128(code128Bars(text))).toBe(text);
      }),
    );
  });
});
