import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  dialNumber,
  formatPhone,
  isPersonalPhone,
  isPhone,
  normalizePhone,
  parsePhoneSearch,
  readPhone,
  whatsAppNumber,
} from '#contract/rules/phone.ts';
import { isMask, masked } from '#contract/rules/privacy/masks.ts';

/** Texts as they stand on cards, papers and screens, and how each is stored. */
const NOTATIONS: [string, string | null][] = [
  ['(11) 3333-4444', '1133334444'],
  ['11 93333-4444', '11933334444'],
  ['11.93333.4444', '11933334444'],
  ['+55 11 93333-4444', '11933334444'],
  ['+55 (0)11 3333-4444', '1133334444'],
  ['+55 (0xx11) 3333-4444', '1133334444'],
  ['5511933334444', '11933334444'],
  ['0055 11 93333-4444', '11933334444'],
  ['011 3333-4444', '1133334444'],
  ['(011) 93333-4444', '11933334444'],
  ['(0xx11) 3333-4444', '1133334444'],
  ['0XX11 93333-4444', '11933334444'],
  ['0 15 11 93333-4444', '11933334444'],
  ['0 21 11 3333-4444', '1133334444'],
  ['tel:+5511933334444', '11933334444'],
  ['\u202a+55 11 93333‑4444\u202c', '11933334444'],
  ['11\u00a093333–4444', '11933334444'],
  ['(55) 3333-4444', '5533334444'],
  ['55 98765-4321', '55987654321'],
  ['0800 123 4567', '08001234567'],
  ['0800-123456', '0800123456'],
  ['+55 0800 123 4567', '08001234567'],
  // As a sheet gives it.
  ['8001234567', '08001234567'],
  ['0300 789 1234', '03007891234'],
  ['4004-1234', '40041234'],
  ['+55 4004 1234', '40041234'],
  ['3003 4070', '30034070'],
  ['190', '190'],
  ['1746', '1746'],
  ['103 15', '10315'],
  ['+1 415 555 2671', '+14155552671'],
  ['+1 (415) 555-2671', '+14155552671'],
  ['001 415 555 2671', '+14155552671'],
  ['+54 9 11 1234-5678', '+5491112345678'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['+351 912 345 678', '+351912345678'],
  ['+595 21 123 456', '+59521123456'],
  ['123', null],
  ['113333444', null],
  ['3333-4444', null],
  ['98765-4321', null],
  // It is a number of the United States without its +, and of no Brazilian area.
  ['1 (415) 555-2671', null],
  ['(11) 13333-4444', null],
  ['+1 415 555', null],
  ['+1 115 555 2671', null],
  ['+55 1', null],
  ['+0 123 456 789', null],
  ['(11) 3333-4444 / 3333-5555', null],
  ['(11) 3333-4444 ramal 12', null],
  ['(11) *****-4444', null],
  ['0000000000', null],
  ['00', null],
  ['', null],
];

/** Whether the text of a search finds a stored number. */
function finds(text: string, number: string): boolean {
  const sought = parsePhoneSearch(text);
  return sought !== null && number.endsWith(sought.tail) && new RegExp(sought.pattern).test(number);
}

/** The ninth digit was put before mobiles, whose eight digits began with 6 to 9; before any other it makes another number. */
const withoutNinth = (stored: string) => stored.replace(/^([1-9]{2})9(?=[6-9]\d{7}$)/, '$1');
const isSame = (one: string, other: string) => withoutNinth(one) === withoutNinth(other);

describe('a phone in any notation', () => {
  it.each(NOTATIONS)('%p is stored as %p', (text, stored) => {
    expect(readPhone(text)?.stored ?? null).toBe(stored);
    expect(isPhone(text)).toBe(stored !== null);
  });

  it('keeps what is no complete number: the digits while typing, anything else as it is', () => {
    expect(['11 9', '+', '+1 41', ' ramal 3 ', '(11) *****-4444'].map(normalizePhone)).toEqual([
      '119',
      '+',
      '+141',
      'ramal 3',
      '(11) *****-4444',
    ]);
  });

  it('asks at least ten digits of a person', () => {
    const texts = ['4004-1234', '190', '0800 123 4567', '+54 9 11 1234-5678', '(11) 3333-4444'];
    expect(texts.map(isPersonalPhone)).toEqual([false, false, true, true, true]);
  });
});

/** Complete numbers of every kind, as stored. */
const stored = fc.oneof(
  fc.stringMatching(/^[1-9]{2}[2-9]\d{7}$/),
  fc.stringMatching(/^[1-9]{2}9\d{8}$/),
  fc.stringMatching(/^0[389]00\d{6,7}$/),
  fc.stringMatching(/^40\d\d\d{4}$/),
  fc.constantFrom('190', '1746', '10315'),
  fc.stringMatching(/^\+1[2-9]\d{9}$/),
  fc.stringMatching(/^\+(?:54|351|44|598|81)\d{7,10}$/),
);

describe('stored numbers', () => {
  it('survive every way in which we show them', () => {
    fc.assert(
      fc.property(stored, (number) => {
        expect(normalizePhone(number)).toBe(number);
        expect(normalizePhone(formatPhone(number))).toBe(number);
        expect(normalizePhone(dialNumber(number))).toBe(number);
      }),
    );
  });

  it('are found by what is shown, and by their last four digits', () => {
    const longer = stored.filter((number) => number.length > 5);
    fc.assert(
      fc.property(longer, longer, (number, other) => {
        for (const text of [number, formatPhone(number), dialNumber(number), number.slice(-4)])
          expect([text, finds(text, number)]).toEqual([text, true]);
        expect([number, other, finds(number, other)]).toEqual([number, other, isSame(number, other)]);
      }),
    );
  });

  it('are masked to area or country and the last four digits, by a mask that is recognised', () => {
    const shown = [
      '11987654321',
      '1133334444',
      '+14155552671',
      '+5491112345678',
      '08001234567',
      '40041234',
      '190',
    ];
    const masks = shown.map((number) => masked('TELEFONE', number));
    expect(masks).toEqual([
      '(11) *****-4321',
      '(11) ****-4444',
      '+1 ******-2671',
      '+54 *******-5678',
      '*******-4567',
      '****-1234',
      '***',
    ]);
    expect(masks.every(isMask)).toBe(true);
    for (const number of shown.slice(0, 6))
      expect(masked('FRASE', `Ligação para ${formatPhone(number)}`)).toBe(
        `Ligação para ${masked('TELEFONE', number)}`,
      );
  });
});

describe('two numbers', () => {
  it('are found by each other without trunk zero, +55 and the ninth digit of what was a mobile', () => {
    const same: [string, string][] = [
      ['011 98765-4321', '+55 11 98765-4321'],
      ['(11) 8765-4321', '(11) 98765-4321'],
      ['0 15 11 8765-4321', '11987654321'],
    ];
    const others: [string, string][] = [
      ['(11) 3333-4444', '(11) 93333-4444'],
      ['(11) 98765-4321', '(21) 98765-4321'],
      ['+1 415 555 2671', '(14) 1555-5267'],
      ['0800 123 4567', '0300 123 4567'],
    ];
    const eachWay = ([one, other]: [string, string]) => [
      finds(one, normalizePhone(other)),
      finds(other, normalizePhone(one)),
    ];
    expect(same.map(eachWay)).toEqual(same.map(() => [true, true]));
    expect(others.map(eachWay)).toEqual(others.map(() => [false, false]));
  });
});

it('dials and writes to a number as its kind allows', () => {
  const numbers = ['(11) 3333-4444', '0800 123 4567', '4004-1234', '190', '+1 415 555 2671'];
  expect(numbers.map(dialNumber)).toEqual([
    '+551133334444',
    '08001234567',
    '40041234',
    '190',
    '+14155552671',
  ]);
  expect(numbers.map(whatsAppNumber)).toEqual(['551133334444', null, null, null, '14155552671']);
});

it('is shown as people read it, and as far as it was typed', () => {
  const texts = ['1', '119', '11933', '1133334', '1133334444', '11933334444', '08001234567', '0800123456'];
  expect(texts.map(formatPhone)).toEqual([
    '1',
    '(11) 9',
    '(11) 933',
    '(11) 3333-4',
    '(11) 3333-4444',
    '(11) 93333-4444',
    '0800 123 4567',
    '0800 123 456',
  ]);
  const others = ['40041234', '4004', '190', '+14155552671', '+5491112345678', '+', '+54', '(11) *****-1234'];
  expect(others.map(formatPhone)).toEqual([
    '4004-1234',
    '4004',
    '190',
    '+1 (415) 555-2671',
    '+54 911 1234 5678',
    '+',
    '+54',
    '(11) *****-1234',
  ]);
});
