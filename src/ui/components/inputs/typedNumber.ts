import {
  compareDecimals,
  type Decimal,
  decimalPlaces,
  parseBrazilianDecimal,
  parseDecimal,
} from '../../../../contract/rules/decimal.ts';
import { formatCount, formatNumber } from '../../../../contract/rules/format.ts';
import type { Reading } from './useTypedText.ts';

/** What a number may be. */
export interface NumberLimits {
  /** Digits after the comma: 0 is a whole number, undefined as many as one likes. */
  places?: number | undefined;
  /** Inclusive. */
  min?: Decimal | undefined;
  /** Inclusive. */
  max?: Decimal | undefined;
}

const NOT_A_NUMBER = 'Número inválido. Use vírgula nos decimais.';

/** A sign alone, or a thousands' point whose three digits are not all there yet. */
const PARTIAL = /^(?:R\$)?-?(?:\d{1,3}(?:\.\d{3})*\.\d{0,2})?$/;

/**
 * What a typed number means, the Brazilian way: '1.234,56'. A point is of the thousands; '1.5' could be one and a half
 * or a slip, and is asked back instead of guessed at.
 */
export function readTypedNumber(text: string, limits: NumberLimits): Reading<Decimal> {
  const plain = text.replace(/[\s%\u00a0]/g, '');
  if (plain === '') return { value: null };
  const value = parseBrazilianDecimal(plain.replace(/,$/, ''));
  if (value === null) return { problem: NOT_A_NUMBER, partial: PARTIAL.test(plain) };
  const problem = numberProblem(value, limits);
  return problem === undefined ? { value } : { problem };
}

/** Why a number is not one that may be, in a sentence. */
function numberProblem(value: Decimal, { places, min, max }: NumberLimits): string | undefined {
  if (places === 0 && decimalPlaces(value) > 0) return 'Use um número inteiro';
  if (places !== undefined && decimalPlaces(value) > places)
    return `Use no máximo ${formatCount(places, 'casa decimal', 'casas decimais')}`;
  if (min !== undefined && compareDecimals(value, min) < 0)
    return min === '0' ? 'Não pode ser negativo' : `No mínimo ${shown(min)}`;
  if (max !== undefined && compareDecimals(value, max) > 0) return `No máximo ${shown(max)}`;
  return undefined;
}

/** A number as its field shows it; `fixed` fills up with zeros to so many places, and none that it has is hidden. */
export function numberText(value: Decimal, fixed = 0): string {
  if (parseDecimal(value) === null) return value;
  return formatNumber(value, Math.max(fixed, decimalPlaces(value)));
}

const shown = (limit: Decimal) => numberText(limit);
