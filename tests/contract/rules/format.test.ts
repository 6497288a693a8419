import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseBrazilianDecimal } from '#contract/rules/decimal.ts';
import {
  formatFileSize,
  megabytesToBytes,
  shortenFileName,
  sizeExceededMessage,
} from '#contract/rules/files.ts';
import { formatCount, formatMoney, formatNumber, formatPercent } from '#contract/rules/format.ts';
import { formatDate, formatDateTime, formatRelativeDate } from '#contract/rules/time/calendarDate.ts';

describe('formatting of numbers', () => {
  it('is Brazilian, with the configured number of decimals', () => {
    expect(formatNumber('1234567.5')).toBe('1.234.567,500');
    expect(formatNumber('999', 0)).toBe('999');
    expect(formatMoney('1234.5', 2)).toBe('R$\u00a01.234,50');
    expect(formatMoney('-5.2')).toBe('-R$\u00a05,200');
    expect(formatPercent('12.5')).toBe('12,500%');
    expect([formatCount(1, 'ticket', 'tickets'), formatCount(1284, 'ticket', 'tickets')]).toEqual([
      '1 ticket',
      '1.284 tickets',
    ]);
  });
  it('gives texts that parse back to the same number', () => {
    fc.assert(
      fc.property(fc.integer(), (cents) => {
        const shown = formatMoney(`${cents < 0 ? '-' : ''}${Math.abs(cents)}.25`, 2);
        expect(parseBrazilianDecimal(shown)).toBe(`${cents < 0 ? '-' : ''}${Math.abs(cents)}.25`);
      }),
    );
  });
});

describe('formatting of files', () => {
  it('gives sizes in MB', () => {
    expect([0, 1, 1_468_006, megabytesToBytes(25)].map(formatFileSize)).toEqual([
      '0 MB',
      '0,1 MB',
      '1,4 MB',
      '25 MB',
    ]);
    expect(sizeExceededMessage(megabytesToBytes(25))).toBe('Atenção: Você excedeu o limite de 25 MB');
  });
  it('keeps the last 23 characters of the name', () => {
    expect(shortenFileName('fotos da avaria no palete número 12.jpg')).toBe('no palete número 12.jpg');
    expect(shortenFileName('nota.pdf')).toBe('nota.pdf');
  });
});

describe('formatting of dates', () => {
  const zone = 'America/Sao_Paulo';
  const now = '2026-11-21T12:00:00-03:00';
  it('uses the given time zone', () => {
    expect(formatDateTime('2026-11-21T02:30:00Z', zone)).toBe('20/11/2026 23:30');
    expect(formatDateTime('2026-11-21T03:00:00Z', zone)).toBe('21/11/2026 00:00');
    expect(formatDate('2026-11-21T03:00:00Z', 'America/Rio_Branco')).toBe('20/11/2026');
  });
  it.each([
    ['2026-11-21T08:05:00-03:00', 'hoje às 08:05'],
    ['2026-11-20T23:59:00-03:00', 'ontem'],
    ['2026-11-18T00:00:00-03:00', 'há 3 dias'],
    ['2026-11-14T00:00:00-03:00', 'há 7 dias'],
    ['2026-11-13T23:59:00-03:00', '13/11/2026'],
    ['2026-11-22T00:00:00-03:00', 'amanhã'],
    ['2026-11-23T00:00:00-03:00', 'em 2 dias'],
    ['2027-01-01T00:00:00-03:00', '01/01/2027'],
  ])('turns %s into %p', (instant, text) => {
    expect(formatRelativeDate(instant, now, zone)).toBe(text);
  });
});
