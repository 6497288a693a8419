import { type Decimal, parseDecimal } from '../../../contract/rules/decimal.ts';
import { nfeRefusal } from './nfeRefusal.ts';

/** An exact decimal that is not negative; the layout has at most 15 digits. `what` names it in the refusal. */
export function amount(text: string, what: string): Decimal {
  const value = text.length <= 30 ? parseDecimal(text) : null;
  if (value === null || value.startsWith('-')) throw outOfLayout(what);
  return value;
}

export function whole(text: string, what: string): number {
  if (!/^\d{1,9}$/.test(text)) throw outOfLayout(what);
  return Number(text);
}

export const outOfLayout = (what: string) =>
  nfeRefusal(
    'XML_DE_OUTRO_LAYOUT',
    `O arquivo não segue o layout da NF-e: ${what} falta ou não pode ser lido.`,
  );
