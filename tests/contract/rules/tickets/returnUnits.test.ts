import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimalPlaces,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
} from '#contract/rules/decimal.ts';
import {
  freeOf,
  givenText,
  namedUnit,
  type ReturnUnit,
  readReturn,
  returnUnitsOf,
  roundedIn,
  unitOfRest,
} from '#contract/rules/tickets/returnUnits.ts';
import { figuresOf } from '#contract/rules/tickets/ticketLines.ts';

const UN: ReturnUnit = { unit: 'UN', factor: '1' };
const CX: ReturnUnit = { unit: 'CX', factor: '12' };
const note = { unit: 'CX', factor: '12', baseUnit: 'UN' };
const units = returnUnitsOf(note, 'UN', [CX, { unit: 'PC', factor: '6' }, UN]);
const facts = (rest: Decimal, divides = false) => ({ units, divides, rest });

describe('units of a return', () => {
  it('are the packagings of the product, that of the invoice first', () => {
    expect(units.map(({ unit }) => unit)).toEqual(['CX', 'PC', 'UN']);
    expect(returnUnitsOf({ unit: 'CX', factor: '1', baseUnit: null }, 'UN', [CX, UN])).toEqual([
      { unit: 'CX', factor: '1' },
    ]);
    expect(namedUnit(units, {})).toEqual(CX);
    expect(namedUnit(units, { unidade: 'un' })).toEqual(UN);
    expect(namedUnit([CX, { unit: 'CX', factor: '6' }], { unidade: 'CX' })).toBeNull();
    expect(namedUnit([CX, { unit: 'CX', factor: '6' }], { unidade: 'CX', fator: 6 })?.factor).toBe('6');
  });

  it.each([
    ['3', UN, '3'],
    ['0.25', CX, '3'],
    ['1.5', CX, '18'],
    ['0.9167', CX, null],
  ])('%s of %j are %s base units', (given, unit, base) => {
    const read = readReturn(given, unit, facts('24'));
    expect(read.ok ? read.value.base : null).toBe(base);
  });

  it.each([
    ['0.3', CX, '0,3 CX seriam 3,6 UN, e UN não se divide assim'],
    ['0.5', UN, 'a quantidade precisa ser um número inteiro'],
    ['3', CX, 'restam 2 CX para devolver'],
    ['25', UN, 'restam 24 UN para devolver'],
    ['0', UN, 'a quantidade precisa ser maior que zero'],
    ['1,5', UN, 'a quantidade precisa ser um número, com ponto nos decimais'],
    ['12345678', UN, 'a quantidade pode ter no máximo 7 dígitos antes da vírgula'],
  ])('%s of %j is refused with its cause', (given, unit, cause) => {
    expect(readReturn(given, unit, facts('24'))).toEqual({ ok: false, cause });
  });

  it('tell a quantity in the given unit with that of the invoice in brackets', () => {
    expect(givenText('3', UN, CX)).toBe('3 UN (0,25 CX)');
    expect(givenText('1', UN, CX)).toBe('1 UN (0,0833 CX)');
    expect(givenText('2', CX, CX)).toBe('2 CX');
  });

  it('take any rest whole, in whatever unit it is asked for and however many digits it has', () => {
    const rest = fc.integer({ min: 1, max: 99_999_999_999 }).map((n) => roundDecimal(`${n}`, 0));
    const places = fc.constantFrom('', '.5', '.0001', '.6509');
    fc.assert(
      fc.property(rest, places, fc.constantFrom(...units), fc.boolean(), (whole, part, unit, divides) => {
        const left = addDecimals(`${whole}${part}`, '0');
        const read = readReturn(roundedIn(left, unit.factor), unit, facts(left, divides));
        if (compareDecimals(roundedIn(left, unit.factor), '0') > 0)
          expect(read).toMatchObject({ ok: true, value: { base: left } });
        const best = unitOfRest(left, units, divides);
        expect(units).toContainEqual(best);
      }),
    );
    expect(
      readReturn(
        '6.5091',
        { unit: 'KG', factor: '1' },
        { units: [{ unit: 'KG', factor: '1' }], divides: true, rest: '6.5091' },
      ),
    ).toMatchObject({ ok: true });
  });
});

/** One return of a sequence: a quantity in a unit, which may then be cancelled. */
const step = fc.record({
  unit: fc.constantFrom(...units),
  quantity: fc.oneof(
    fc.integer({ min: 0, max: 40 }).map(String),
    fc.constantFrom('0.25', '0.5', '0.3', '1.75', '0.9167', '0.0833', '0.0001'),
  ),
  cancelled: fc.boolean(),
});

describe('rights of an invoice line', () => {
  it('never give back more base units than were bought, over any sequence of packagings', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.integer({ min: 1, max: 9 }), (steps, boxes) => {
        let held = '0';
        for (const { unit, quantity, cancelled } of steps) {
          const rest = freeOf({ purchased: String(boxes), factor: '12', returned: '0', held, papers: '0' });
          const read = readReturn(quantity, unit, facts(rest));
          if (!read.ok || cancelled) continue;
          expect(decimalPlaces(read.value.base)).toBe(0);
          held = addDecimals(held, read.value.base);
        }
        expect(compareDecimals(held, String(boxes * 12))).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('are credited to the cent: the parts of a line add up to the line', () => {
    const cents = fc
      .integer({ min: 1, max: 9_999_999 })
      .map((n) => `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 11 }), { minLength: 1, maxLength: 12 }),
        cents,
        cents,
        fc.integer({ min: 1, max: 9 }),
        (parts, price, tax, boxes) => {
          const source = {
            purchased: String(boxes),
            factor: '12',
            unitPriceNoTax: price,
            taxes: { ipi: { perc: '5', valor: tax } },
          };
          const whole = figuresOf(String(boxes), '0', source, { factor: '12' });
          let before = '0';
          const amounts: Decimal[] = [];
          for (const part of [...parts, boxes * 12]) {
            const left = subtractDecimals(String(boxes * 12), before);
            const taken = compareDecimals(String(part), left) > 0 ? left : String(part);
            amounts.push(figuresOf(taken, '0', source, { factor: '1', before }).total);
            before = addDecimals(before, taken);
          }
          expect(compareDecimals(sumDecimals(amounts), whole.total)).toBe(0);
        },
      ),
    );
  });
});
