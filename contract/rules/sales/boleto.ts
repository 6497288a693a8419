import { compareDecimals, type Decimal, fixedDecimal } from '../decimal.ts';
import { type CalendarDate, daysBetween } from '../time/calendarDate.ts';

/** The contents of a payment slip's barcode (FEBRABAN, 44 digits). */
interface BoletoParts {
  /** The bank's three digits. */
  bank: string;
  /** `null` for a slip due on sight, whose factor is 0000. */
  dueOn: CalendarDate | null;
  amount: Decimal;
  /** Twenty-five digits whose layout is defined by the bank (campo livre). */
  freeField: string;
}

const REAL = '9';
const FIRST_DAY = '1997-10-07';
/** The factor has four digits: after 9999, on 21 February 2025, it started again at 1000. */
const CYCLE = 9000;
const MAX_AMOUNT = '99999999.99';

/** Days since 7 October 1997, cycling through 1000 to 9999; 0000 before the factor existed. */
export function dueFactor(day: CalendarDate): string {
  const days = daysBetween(FIRST_DAY, day);
  if (days < 1000) return '0000';
  return String(1000 + ((days - 1000) % CYCLE));
}

/** The 44 digits: bank, currency, check digit, factor, amount, free field. Throws for invalid parts. */
export function boletoBarcode({ bank, dueOn, amount, freeField }: BoletoParts): string {
  if (!/^\d{3}$/.test(bank) || !/^\d{25}$/.test(freeField))
    throw new Error('not the parts of a payment slip');
  if (compareDecimals(amount, '0') < 0 || compareDecimals(amount, MAX_AMOUNT) > 0)
    throw new Error(`no amount of a payment slip: ${amount}`);
  const head = bank + REAL;
  const tail = (dueOn === null ? '0000' : dueFactor(dueOn)) + cents(amount) + freeField;
  return head + barcodeDigit(head + tail) + tail;
}

/** The 47 digits that people type (linha digitável), without separators. */
export function digitableLine(barcode: string): string {
  const free = barcode.slice(19);
  const fields = [barcode.slice(0, 4) + free.slice(0, 5), free.slice(5, 15), free.slice(15)];
  return fields.map((field) => field + modulo10(field)).join('') + barcode[4] + barcode.slice(5, 19);
}

/** 'AAABC.CCCCX DDDDD.DDDDDY EEEEE.EEEEEZ K UUUUVVVVVVVVVV'. */
export const formatDigitableLine = (line: string): string =>
  line.replace(/^(.{5})(.{5})(.{5})(.{6})(.{5})(.{6})(.)(.{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8');

/** Whether the text is a barcode with a correct check digit. */
export const isBoletoBarcode = (text: string): boolean =>
  /^\d{44}$/.test(text) && text[4] === barcodeDigit(text.slice(0, 4) + text.slice(5));

/**
 * Weights 2, 1, 2, … from the right; the digits of each product are added up, and the result is the difference to the next
 * multiple of ten.
 */
export function modulo10(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const product = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (product > 9 ? product - 9 : product);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** Weights 2 to 9 from the right, repeated; returns the remainder of the sum divided by 11. */
const modulo11Rest = (digits: string, largestWeight = 9): number =>
  [...digits]
    .reverse()
    .reduce((sum, digit, index) => sum + Number(digit) * (2 + (index % (largestWeight - 1))), 0) % 11;

/** 11 minus the remainder; 0, 10 and 11 give 1. */
function barcodeDigit(digits: string): string {
  const digit = 11 - modulo11Rest(digits);
  return String(digit === 0 || digit > 9 ? 1 : digit);
}

/** Amount in cents as ten digits. */
const cents = (amount: Decimal): string => fixedDecimal(amount, 2).replace('.', '').padStart(10, '0');

/** The company's account at the collecting bank; digits only, without check digits. */
export interface CollectingAccount {
  agency: string;
  account: string;
  /** Carteira: the agreed type of collection. */
  portfolio: string;
}

interface CollectingBank {
  name: string;
  /** The bank's code as printed on slips: code and check digit. */
  shownCode: string;
  /** The bank's number of the slip as displayed (nosso número). */
  shownNumber: (number: string, account: CollectingAccount) => string;
  /** The 25 digits of the barcode that the bank defines. */
  freeField: (number: string, account: CollectingAccount) => string;
}

const filled = (text: string, length: number): string =>
  text.replace(/\D/g, '').slice(-length).padStart(length, '0');

/** Computed over portfolio and number with weights 2 to 7: a remainder of 1 gives the letter P, 0 gives 0 (Bradesco). */
function bradescoDigit(number: string, { portfolio }: CollectingAccount): string {
  const rest = modulo11Rest(filled(portfolio, 2) + filled(number, 11), 7);
  return rest === 0 ? '0' : rest === 1 ? 'P' : String(11 - rest);
}

const itauDigit = (number: string, { agency, account, portfolio }: CollectingAccount): string =>
  modulo10(filled(agency, 4) + filled(account, 5) + filled(portfolio, 3) + filled(number, 8));

/** Banks whose free field the console supports; slips of other banks are not printed here. */
export const collectingBanks: Readonly<Record<string, CollectingBank>> = {
  '237': {
    name: 'Bradesco',
    shownCode: '237-2',
    shownNumber: (number, account) =>
      `${filled(account.portfolio, 2)}/${filled(number, 11)}-${bradescoDigit(number, account)}`,
    freeField: (number, { agency, account, portfolio }) =>
      `${filled(agency, 4)}${filled(portfolio, 2)}${filled(number, 11)}${filled(account, 7)}0`,
  },
  '341': {
    name: 'Itaú',
    shownCode: '341-7',
    shownNumber: (number, account) =>
      `${filled(account.portfolio, 3)}/${filled(number, 8)}-${itauDigit(number, account)}`,
    freeField: (number, given) => {
      const account = filled(given.agency, 4) + filled(given.account, 5);
      const slip = filled(given.portfolio, 3) + filled(number, 8) + itauDigit(number, given);
      return `${slip}${account}${modulo10(account)}000`;
    },
  },
};
