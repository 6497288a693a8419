import { type Decimal, parseDecimal } from '../decimal.ts';
import type { ImportSettings } from './importSettings.ts';

type Sign = ImportSettings['decimal'];

const COMMA = /^-?(\d{1,3}(\.\d{3})+|\d+),\d+$|^-?\d{1,3}(\.\d{3}){2,}$/;
const POINT = /^-?(\d{1,3}(,\d{3})+|\d+)\.\d+$|^-?\d{1,3}(,\d{3}){2,}$/;
const EITHER = /^-?\d{1,3}[.,]\d{3}$/;

/** What a number's own spelling says of the decimal sign; `null` where it would be right in both ways, or in none. */
export function signOf(text: string): Sign | null {
  const plain = withoutCurrency(text);
  if (EITHER.test(plain)) return null;
  if (COMMA.test(plain)) return 'VIRGULA';
  return POINT.test(plain) ? 'PONTO' : null;
}

/** '1.234' and '1,234': a thousand or one and a bit, as the sheet's decimal sign says. */
export const isEitherWay = (text: string): boolean => EITHER.test(withoutCurrency(text));

/** Reads a number by the decimal sign that the sheet has; `null` for a text that is none of that sign. */
export function readNumber(text: string, sign: Sign): Decimal | null {
  const plain = withoutCurrency(text);
  const [group, point] = sign === 'VIRGULA' ? ['.', ','] : [',', '.'];
  const shape = sign === 'VIRGULA' ? BRAZILIAN : AMERICAN;
  if (!shape.test(plain)) return null;
  return parseDecimal(plain.replaceAll(group, '').replace(point, '.'));
}

const BRAZILIAN = /^-?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$/;
const AMERICAN = /^-?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/;

/** 'R$ 1.234,56-' as ledgers print it, and '(1.234,56)', are what a minus in front says. */
function withoutCurrency(text: string): string {
  const plain = text.replace(/R\$/, '').replace(/\s/g, '');
  const negative = /^\((.+)\)$/.exec(plain)?.[1] ?? /^(\d.*)-$/.exec(plain)?.[1];
  return negative === undefined ? plain : `-${negative}`;
}
