import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  formatInstant,
  isInstantText,
  keptInstant,
  storedInstant,
  withOffset,
} from '#contract/rules/time/instantText.ts';

const ZONES = ['America/Sao_Paulo', 'America/Manaus', 'America/Rio_Branco', 'Asia/Kolkata'];

describe('the text of an instant', () => {
  it('is the clock of the branch and its offset, to the minute', () => {
    expect(storedInstant('2026-11-21T14:30', 'America/Sao_Paulo')).toBe('2026-11-21T14:30:00-03:00');
    expect(storedInstant('2026-11-21T14:30', 'America/Manaus')).toBe('2026-11-21T14:30:00-04:00');
    expect(storedInstant('2026-11-21T17:30:45.5Z', 'America/Manaus')).toBe('2026-11-21T13:30:00-04:00');
    expect(storedInstant('2026-12-01T02:15:00Z', 'America/Sao_Paulo')).toBe('2026-11-30T23:15:00-03:00');
    expect(formatInstant('2026-11-21T13:30:00-04:00')).toBe('21/11/2026 13:30');
    expect(formatInstant('***')).toBe('***');
  });

  it('is the same instant whatever it came as, and stays what it is', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1990-01-01'), max: new Date('2099-01-01'), noInvalidDate: true }),
        fc.constantFrom(...ZONES),
        (date, zone) => {
          const text = storedInstant(date.toISOString(), zone);
          expect(Math.abs(Date.parse(text) - date.getTime())).toBeLessThan(60_000);
          expect(isInstantText(text)).toBe(true);
          expect(storedInstant(text, zone)).toBe(text);
        },
      ),
    );
  });

  it('of a branch that moved stays as it was written, until it is another instant', () => {
    const stored = '2026-11-21T14:30:00-03:00';
    expect(keptInstant(stored, stored, 'America/Manaus')).toBe(stored);
    expect(keptInstant('2026-11-21T17:30:00Z', stored, 'America/Manaus')).toBe(stored);
    expect(keptInstant('2026-11-21T17:31:00Z', stored, 'America/Manaus')).toBe('2026-11-21T13:31:00-04:00');
    expect(withOffset(stored, 'America/Manaus')).toBe(stored);
  });

  it.each([
    '2026-02-31T10:00',
    '2026-11-21',
    '2026-11-21T24:00',
    '0999-12-31T10:00',
    '10000-01-01T10:00',
    'x',
  ])('refuses %s, and keeps it as it was typed', (text) => {
    expect([isInstantText(text), storedInstant(text, 'America/Manaus')]).toEqual([false, text]);
  });
});
