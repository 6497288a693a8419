import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatPostalCode, isEmail, isPostalCode, normalizeEmail } from '#contract/rules/contact.ts';
import {
  initials,
  isBirthDate,
  isFullName,
  parseBirthDate,
  passwordProblem,
} from '#contract/rules/person.ts';
import {
  addDays,
  daysBetween,
  formatCalendarDate,
  isCalendarDate,
} from '#contract/rules/time/calendarDate.ts';

describe('CEP', () => {
  it.each([
    ['01310-100', true],
    ['01310100', true],
    ['0131010', false],
    ['013101000', false],
    ['', false],
  ])('%p is valid: %p', (text, ok) => {
    expect(isPostalCode(text)).toBe(ok);
  });
  it('is masked while it is typed', () => {
    expect(formatPostalCode('01310')).toBe('01310');
    expect(formatPostalCode('013101009')).toBe('01310-100');
  });
});

describe('e-mail', () => {
  it.each([
    ['ana@exemplo.com.br', true],
    [' Ana.Souza+sac@Exemplo.com ', true],
    ['ana@exemplo', false],
    ['ana exemplo@x.com', false],
    ['.ana@x.com', false],
    ['ana@-x.com', false],
    ['', false],
    [`${'a'.repeat(250)}@x.com`, false],
  ])('%p is valid: %p', (text, ok) => {
    expect(isEmail(text)).toBe(ok);
  });
  it('is stored in lower case', () => {
    expect(normalizeEmail(' Ana@X.com ')).toBe('ana@x.com');
  });
});

describe('full name', () => {
  it.each([
    ['Ana Souza', true],
    ['  José   da Silva ', true],
    ["Luís D'Ávila", true],
    ['Ana-Lúcia Sá', true],
    ['Ana', false],
    ['Ana 2', false],
    ['Ana <b>', false],
    ['', false],
  ])('%p is valid: %p', (text, ok) => {
    expect(isFullName(text)).toBe(ok);
  });
  it('gives initials', () => {
    expect([initials('ângela maria souza'), initials('Zé'), initials('')]).toEqual(['ÂS', 'Z', '']);
  });
});

describe('password length', () => {
  it.each([
    ['12345', false],
    ['123456', true],
    ['a'.repeat(20), true],
    ['a'.repeat(21), false],
  ])('%p is valid: %p', (text, ok) => {
    expect(passwordProblem(text) === null).toBe(ok);
  });
});

describe('birth date', () => {
  const today = '2026-11-21';
  it.each([
    ['', ''],
    ['31/12/1990', '1990-12-31'],
    ['29022000', '2000-02-29'],
    ['29/02/2001', null],
    ['31/12/19', null],
    ['22/11/2026', null],
    ['01/01/1899', null],
    ['abc', null],
  ])('%p is parsed as %p', (text, date) => {
    expect(parseBirthDate(text, today)).toBe(date);
  });
  it('rejects a day that does not exist', () => {
    expect([isBirthDate('1990-02-30', today), isBirthDate('1990-02-28', today)]).toEqual([false, true]);
  });
});

describe('calendar date', () => {
  it('counts days in both directions', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20000, max: 20000 }), (days) => {
        const other = addDays('2026-11-21', days);
        expect(isCalendarDate(other)).toBe(true);
        expect(daysBetween('2026-11-21', other)).toBe(days);
      }),
    );
  });
  it('is formatted as in Brazil, or left unchanged when invalid', () => {
    expect([formatCalendarDate('2026-11-21'), formatCalendarDate('ontem')]).toEqual(['21/11/2026', 'ontem']);
    expect(['2026-2-1', '2026-13-01', ''].map(isCalendarDate)).toEqual([false, false, false]);
  });
});
