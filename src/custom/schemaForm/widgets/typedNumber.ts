import {
  compareDecimals,
  type Decimal,
  decimalPlaces,
  parseBrazilianDecimal,
  parseDecimal,
} from '../../../../contract/rules/decimal.ts';
import { formatNumber } from '../../../../contract/rules/format.ts';
import type { Reading } from '../store/useTyped.ts';

export interface NumberKind {
  /** Digits after the comma: at most, and (for money and percents) always shown. */
  places: number | undefined;
  fixed: boolean;
  /** The value is a JSON number; else decimal text with a point. */
  asNumber: boolean;
}

/**
 * '1.234,56' is 1234.56 whatever the browser's language (FORMS.md 14). A point alone is of the thousands where three
 * digits follow, else the decimal point of who types on another keyboard.
 */
export function readNumber(text: string): Decimal | null {
  const plain = text.replace(/[R$%\s\u00a0]/g, '');
  const exact = parseBrazilianDecimal(plain);
  if (exact !== null) return exact;
  return /^-?\d+\.\d+$/.test(plain) ? parseDecimal(plain) : null;
}

export function readTypedNumber(text: string, { places, asNumber }: NumberKind): Reading {
  if (text.trim() === '') return { value: undefined };
  const exact = readNumber(text);
  if (exact === null) return { value: undefined, problem: 'Número inválido' };
  if (places !== undefined && decimalPlaces(exact) > places)
    return {
      value: undefined,
      problem:
        places === 0
          ? 'Use um número inteiro'
          : `Use no máximo ${places} ${places === 1 ? 'casa decimal' : 'casas decimais'}`,
    };
  return { value: asNumber ? Number(exact) : exact };
}

/** A value as it is shown when nobody types; what is no number is shown as it came. */
export function numberText(value: unknown, { places, fixed }: NumberKind): string {
  if (value === undefined || value === null || value === '') return '';
  const exact = parseDecimal(String(value));
  if (exact === null) return String(value);
  return formatNumber(
    exact,
    fixed && places !== undefined ? Math.max(places, decimalPlaces(exact)) : decimalPlaces(exact),
  );
}

/** Only what belongs to a number is taken in, and no more digits before the comma than the largest value has. */
export function allowedNumberText(text: string, maximum: unknown): string | null {
  const plain = text.replace(/[^\d.,-]/g, '');
  const digits = plain.split(',')[0]?.replace(/\D/g, '').length ?? 0;
  const most = parseDecimal(String(maximum ?? ''));
  if (most === null || compareDecimals(most, '0') <= 0) return plain;
  return digits <= (most.split('.')[0]?.length ?? 0) || plain.length === 0 ? plain : null;
}
