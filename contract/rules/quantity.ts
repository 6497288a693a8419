import {
  compareDecimals,
  type Decimal,
  decimalPlaces,
  isPositive,
  parseBrazilianDecimal,
  parseDecimal,
} from './decimal.ts';
import { formatNumber } from './format.ts';
import { upperFirst } from './text.ts';

/** Maximum number of digits before the comma (document 000, sections 5 and 9; docs/domain.md 13). */
export const QUANTITY_MAX_DIGITS = 7;
/** Maximum number of decimal places, those of a quantity on an NF-e. */
export const QUANTITY_MAX_PLACES = 4;
/** The largest whole number with that many digits. */
export const QUANTITY_MAX: Decimal = '9'.repeat(QUANTITY_MAX_DIGITS);

type QuantityCode =
  | 'QUANTIDADE_NAO_NUMERICA'
  | 'QUANTIDADE_NAO_POSITIVA'
  | 'QUANTIDADE_LONGA'
  | 'QUANTIDADE_ACIMA_DO_DISPONIVEL';

type QuantityResult = { ok: true; value: Decimal } | { ok: false; code: QuantityCode; message: string };

interface QuantityLimits {
  /** Largest accepted value: the quantity left to return, or the quantity purchased. */
  max?: Decimal;
  /** The unit of the maximum, which a refusal names. */
  unit?: string;
}

/** Parses a quantity from the wire: decimal point, no exponent ('1.5' or the JSON number 1.5; never '1,5'). */
export function parseQuantity(value: string | number, limits: QuantityLimits = {}): QuantityResult {
  return validate(
    parseDecimal(String(value)),
    limits,
    'A quantidade precisa ser um número, com ponto nos decimais.',
  );
}

/** Parses a typed quantity: '1,5' or '1.234'. */
export function parseTypedQuantity(text: string, limits: QuantityLimits = {}): QuantityResult {
  return validate(
    parseBrazilianDecimal(text),
    limits,
    'A quantidade precisa ser um número, com vírgula nos decimais.',
  );
}

function validate(value: Decimal | null, { max, unit }: QuantityLimits, notNumeric: string): QuantityResult {
  if (value === null) return refuse('QUANTIDADE_NAO_NUMERICA', notNumeric);
  if (!isPositive(value))
    return refuse('QUANTIDADE_NAO_POSITIVA', 'A quantidade precisa ser maior que zero.');
  // Whatever is left may always be taken whole.
  if (max !== undefined && compareDecimals(value, max) === 0) return { ok: true, value };
  const long = lengthFault(value);
  if (long) return refuse('QUANTIDADE_LONGA', `${upperFirst(long)}.`);
  if (max !== undefined && compareDecimals(value, max) > 0)
    return refuse(
      'QUANTIDADE_ACIMA_DO_DISPONIVEL',
      `A quantidade pode ser no máximo ${unit ? unitText(max, unit) : formatQuantity(max)}.`,
    );
  return { ok: true, value };
}

/** Why a quantity has too many digits or decimals, as a part of a sentence; '' if it has not. */
export function lengthFault(
  value: Decimal,
  digits = QUANTITY_MAX_DIGITS,
  places = QUANTITY_MAX_PLACES,
): string {
  if (decimalPlaces(value) > places) return `a quantidade pode ter no máximo ${places} casas decimais`;
  const [whole = ''] = value.replace('-', '').split('.');
  return whole.length > digits ? `a quantidade pode ter no máximo ${digits} dígitos antes da vírgula` : '';
}

/** A quantity as display text, with all its decimals ('1.234,5'). */
export const formatQuantity = (value: Decimal): string => formatNumber(value, decimalPlaces(value));

const refuse = (code: QuantityCode, message: string): QuantityResult => ({ ok: false, code, message });

/** The facts that determine whether something is sold in fractions. */
interface SoldUnit {
  unit: string;
  /** The product's own setting (`fracionavel`) for its own unit; null leaves the decision to the unit. */
  fractional?: boolean | null | undefined;
  /** The product's base unit, when `unit` is that of a packaging. */
  ownUnit?: string | undefined;
}

/** Whether a quantity may have decimals. A product that never divides cannot be divided in any packaging either. */
export function unitDivides({ unit, fractional = null, ownUnit = unit }: SoldUnit): boolean {
  if (fractional === false) return false;
  if (fractional === true && unitCode(unit) === unitCode(ownUnit)) return true;
  return unitOf(unit)?.divides === true;
}

/**
 * Why a quantity is not allowed; '' if it is. The remainder of an old fraction can be handled as a whole: half a bundle that
 * was once sold comes back as half a bundle.
 */
export function fractionFault(quantity: Decimal, divides: boolean, rest?: Decimal): string {
  if (divides || decimalPlaces(quantity) === 0) return '';
  if (rest !== undefined && compareDecimals(quantity, rest) === 0) return '';
  return WHOLE_ONLY;
}

/** Message for a fraction of goods that are counted. */
export const WHOLE_ONLY = 'a quantidade precisa ser um número inteiro';

/** A unit of sale: its code on the wire, its singular and plural, and whether fractions of it can be sold. */
export interface Unit {
  value: string;
  one: string;
  many: string;
  /** Counted with decimals (docs/domain.md 12); every other unit is counted whole. */
  divides?: true;
}

/** The single table of units. A code that is not listed is shown unchanged and sold whole. */
export const UNITS: readonly Unit[] = [
  { value: 'UN', one: 'unidade', many: 'unidades' },
  { value: 'U', one: 'unidade', many: 'unidades' },
  { value: 'UND', one: 'unidade', many: 'unidades' },
  { value: 'CX', one: 'caixa', many: 'caixas' },
  { value: 'PC', one: 'pacote', many: 'pacotes' },
  { value: 'PCT', one: 'pacote', many: 'pacotes' },
  { value: 'PT', one: 'pacote', many: 'pacotes' },
  { value: 'FD', one: 'fardo', many: 'fardos' },
  { value: 'DZ', one: 'dúzia', many: 'dúzias' },
  { value: 'KIT', one: 'kit', many: 'kits' },
  { value: 'JG', one: 'jogo', many: 'jogos' },
  { value: 'PAR', one: 'par', many: 'pares' },
  { value: 'PÇ', one: 'peça', many: 'peças' },
  { value: 'BD', one: 'balde', many: 'baldes' },
  { value: 'GL', one: 'galão', many: 'galões' },
  { value: 'LT', one: 'lata', many: 'latas' },
  { value: 'RL', one: 'rolo', many: 'rolos' },
  { value: 'SC', one: 'saco', many: 'sacos' },
  { value: 'KG', one: 'quilo', many: 'quilos', divides: true },
  { value: 'G', one: 'grama', many: 'gramas', divides: true },
  { value: 'L', one: 'litro', many: 'litros', divides: true },
  { value: 'ML', one: 'mililitro', many: 'mililitros', divides: true },
  { value: 'M', one: 'metro', many: 'metros', divides: true },
  { value: 'M2', one: 'metro quadrado', many: 'metros quadrados', divides: true },
  { value: 'M3', one: 'metro cúbico', many: 'metros cúbicos', divides: true },
  { value: 'TON', one: 'tonelada', many: 'toneladas', divides: true },
];

const byValue = new Map(UNITS.map((unit) => [unit.value, unit]));

/** Normalises a code to the form in the table: upper case, 'm²' as 'M2'. */
export const unitCode = (code: string): string =>
  code.trim().toUpperCase().replace('²', '2').replace('³', '3');

/** The unit for a code; `undefined` if the table does not contain it. */
export const unitOf = (code: string): Unit | undefined => byValue.get(unitCode(code));

/** '1 pacote', '268 pacotes', '1,5 quilo'; an unknown unit is shown as its code: '3 XYZ'. */
export function unitText(quantity: Decimal, code: string): string {
  const unit = unitOf(code);
  const isOne = isPositive(quantity) && compareDecimals(quantity, '2') < 0;
  return `${formatQuantity(quantity)} ${unit ? (isOne ? unit.one : unit.many) : code}`.trim();
}
