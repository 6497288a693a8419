import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimalPlaces,
  divideDecimals,
  isPositive,
  multiplyDecimals,
  parseBrazilianDecimal,
  roundDecimal,
  subtractDecimals,
} from '../decimal.ts';
import { formatQuantity, lengthFault, unitText } from '../quantity.ts';
import { upperFirst } from '../text.ts';

/** Limits on the quantity of a line, in packagings. */
export interface PackLimits {
  unit: string;
  /** Whether it may have decimals when there is no multiple (`unitDivides`). */
  divides: boolean;
  /** Multiple of the packaging; 0 allows any quantity. */
  multiple: Decimal;
  /** Maximum per order; −1 means unlimited. */
  max: Decimal;
  /** Maximum number of digits typed. */
  digits: number;
}

/** Decimal places of a quantity that is sold: goods sold by the kilogram are counted in grams. */
const SOLD_PLACES = 3;

type PackQuantityCode = 'INVALIDA' | 'LONGA' | 'MINIMO' | 'MULTIPLO' | 'MAXIMO';
interface PackQuantityProblem {
  code: PackQuantityCode;
  message: string;
}

const hasMultiple = ({ multiple }: Pick<PackLimits, 'multiple'>) => isPositive(multiple);

/** Whether only whole numbers may be typed: with a whole multiple, or a unit that cannot be divided. */
export const isWholeOnly = (limits: Pick<PackLimits, 'divides' | 'multiple'>): boolean =>
  hasMultiple(limits) ? decimalPlaces(limits.multiple) === 0 : !limits.divides;

/** Increment of the minus and plus buttons: the multiple, or one. */
export const stepOf = (limits: Pick<PackLimits, 'multiple'>): Decimal =>
  hasMultiple(limits) ? limits.multiple : '1';

/** The multiple; otherwise 1 for counted goods and a thousandth for weighed ones. */
export function minimumOf(limits: Pick<PackLimits, 'divides' | 'multiple'>): Decimal {
  if (hasMultiple(limits)) return limits.multiple;
  return limits.divides ? '0.001' : '1';
}

/** 'VENDE DE 6 EM 6' or 'VENDE EM CX'. */
export function soldInText({ unit, multiple }: Pick<PackLimits, 'unit' | 'multiple'>): string {
  const n = formatQuantity(multiple);
  return compareDecimals(multiple, '1') > 0 ? `VENDE DE ${n} EM ${n}` : `VENDE EM ${unit}`;
}

/** Why a line may not have this quantity; `null` when it may. */
export function packQuantityProblem(quantity: Decimal, limits: PackLimits): PackQuantityProblem | null {
  const { multiple, max, digits, unit } = limits;
  const minimum = minimumOf(limits);
  const places = decimalPlaces(quantity);
  // What is sold counts its decimals among its digits.
  const long = lengthFault(quantity, digits - Math.min(places, digits), SOLD_PLACES);
  if (long) return problem(places > SOLD_PLACES ? 'INVALIDA' : 'LONGA', `${upperFirst(long)}.`);
  if (compareDecimals(quantity, minimum) < 0)
    return problem('MINIMO', `Qtde mínima não atingida (${unitText(minimum, unit)})`);
  if (!isMultiple(quantity, hasMultiple(limits) ? multiple : isWholeOnly(limits) ? '1' : '0.001'))
    return problem(
      'MULTIPLO',
      hasMultiple(limits)
        ? `A quantidade precisa ser múltipla de ${unitText(multiple, unit)}.`
        : 'A quantidade precisa ser um número inteiro.',
    );
  if (compareDecimals(max, '0') >= 0 && compareDecimals(quantity, max) > 0)
    return problem('MAXIMO', `A quantidade máxima é ${unitText(max, unit)}.`);
  return null;
}

/** Validates a typed quantity and returns it if it is allowed. */
export function typedPackQuantity(
  text: string,
  limits: PackLimits,
): { ok: true; value: Decimal } | { ok: false; problem: PackQuantityProblem } {
  const value = parseBrazilianDecimal(text.trim());
  if (value === null)
    return { ok: false, problem: problem('INVALIDA', 'Digite um número, com vírgula nos decimais.') };
  const found = packQuantityProblem(value, limits);
  return found ? { ok: false, problem: found } : { ok: true, value };
}

/** The nearest allowed quantities, at most one below and one above a quantity that is refused for its size. */
export function allowedAround(quantity: Decimal, limits: PackLimits): Decimal[] {
  const code = packQuantityProblem(quantity, limits)?.code;
  if (!code || code === 'INVALIDA' || code === 'LONGA') return [];
  const { max } = limits;
  const step = stepOf(limits);
  const from = isPositive(max) && compareDecimals(max, quantity) < 0 ? max : quantity;
  const below = multiplyDecimals(divideFloor(from, step), step);
  return [below, addDecimals(below, step)].filter((each) => packQuantityProblem(each, limits) === null);
}

/** The smallest sellable quantity of packagings that contains this many units. */
export function packsFor(
  units: Decimal,
  factor: Decimal,
  limits: Pick<PackLimits, 'divides' | 'multiple'>,
): Decimal {
  const step = multiplyDecimals(stepOf(limits), factor);
  const wholePacks = divideFloor(units, step);
  const steps =
    compareDecimals(multiplyDecimals(wholePacks, step), units) < 0
      ? addDecimals(wholePacks, '1')
      : wholePacks;
  const packs = multiplyDecimals(steps, stepOf(limits));
  return compareDecimals(packs, minimumOf(limits)) < 0 ? minimumOf(limits) : packs;
}

/** One step up or down along the multiples. Never below the minimum, and above the maximum only if it was there already. */
export function steppedQuantity(quantity: Decimal, up: boolean, limits: PackLimits): Decimal {
  const step = stepOf(limits);
  const minimum = minimumOf(limits);
  const steps = divideFloor(quantity, step);
  const onStep = isMultiple(quantity, step);
  const next = up
    ? multiplyDecimals(addDecimals(steps, '1'), step)
    : multiplyDecimals(onStep ? subtractDecimals(steps, '1') : steps, step);
  if (compareDecimals(next, minimum) < 0) return minimum;
  return packQuantityProblem(next, limits)?.code === 'MAXIMO' ? quantity : next;
}

/** Whether the quantity is a whole multiple of the other. */
export const isMultiple = (quantity: Decimal, of: Decimal): boolean =>
  compareDecimals(multiplyDecimals(divideFloor(quantity, of), of), quantity) === 0;

/** How many whole times the divisor goes into a non-negative number. */
export function divideFloor(value: Decimal, by: Decimal): Decimal {
  const rounded = divideDecimals(value, by, 0);
  return compareDecimals(multiplyDecimals(rounded, by), value) > 0 ? subtractDecimals(rounded, '1') : rounded;
}

const problem = (code: PackQuantityCode, message: string): PackQuantityProblem => ({ code, message });

/** Price adjustment by quantity, in units; a negative `perc` is a discount (document 002 sections 3 and 5). */
export interface PriceRule {
  qtdMin: Decimal;
  /** 0 means unlimited. */
  qtdMax: Decimal;
  perc: Decimal;
  multiplo: Decimal;
}

/** Applies to quantities *above* qtdMin and up to qtdMax; with a multiple, only to whole multiples. */
export function ruleApplies(rule: PriceRule, units: Decimal): boolean {
  const byMultiple = compareDecimals(rule.multiplo, '1') > 0;
  if (!byMultiple && compareDecimals(rule.perc, '0') >= 0) return false;
  if (compareDecimals(units, rule.qtdMin) <= 0) return false;
  if (isPositive(rule.qtdMax) && compareDecimals(units, rule.qtdMax) > 0) return false;
  return !byMultiple || isMultiple(units, rule.multiplo);
}

/** The applicable rule that is best for the customer. */
export const applicableRule = (rules: readonly PriceRule[], units: Decimal): PriceRule | null =>
  rules
    .filter((rule) => ruleApplies(rule, units))
    .reduce<PriceRule | null>(
      (best, rule) => (best && compareDecimals(best.perc, rule.perc) <= 0 ? best : rule),
      null,
    );

/** A price increased or, if negative, decreased by a percentage, rounded to the decimals that prices have (`casasPreco`). */
export const withPercent = (price: Decimal, percent: Decimal, places: number): Decimal =>
  roundDecimal(addDecimals(price, divideDecimals(multiplyDecimals(price, percent), '100', 8)), places);

interface PackPriceFacts {
  /** Price per unit, from the price table or the product. */
  unitPrice: Decimal;
  priceFactor: Decimal;
  /** Percentage of the payment plan. */
  planPercent: Decimal;
  /** Surcharge of the chosen colour per unit. */
  tintAmount: Decimal;
  rules: readonly PriceRule[];
  units: Decimal;
  /** `casasPreco`. */
  places: number;
}

/** Price of one packaging from the table and after the quantity rule. */
export function packPrice(facts: PackPriceFacts): { list: Decimal; price: Decimal; rule: PriceRule | null } {
  const unit = addDecimals(facts.unitPrice, facts.tintAmount);
  const list = withPercent(multiplyDecimals(unit, facts.priceFactor), facts.planPercent, facts.places);
  const rule = applicableRule(facts.rules, facts.units);
  return { list, price: rule ? withPercent(list, rule.perc, facts.places) : list, rule };
}

/** Percentage by which a price is below the list price; negative if it is above. */
export const discountOf = (list: Decimal, price: Decimal): Decimal =>
  isPositive(list) ? divideDecimals(multiplyDecimals(subtractDecimals(list, price), '100'), list, 8) : '0';

export type PriceCheck = 'BRUTO' | 'LIQUIDO';

export interface FloorTerms {
  /** Percentage that a seller may give without asking. */
  maxDiscount: Decimal;
  check: PriceCheck;
  /** `casasPreco`. */
  places: number;
}

/**
 * The lowest price that a seller may give without asking. BRUTO measures the seller's percentage from the list price, so that
 * a quantity rule uses it up; LIQUIDO measures it from the price after the rule. Never above that price.
 */
export function lowestPrice(
  { list, price }: { list: Decimal; price: Decimal },
  { maxDiscount, check, places }: FloorTerms,
): Decimal {
  const floor = withPercent(check === 'BRUTO' ? list : price, `-${maxDiscount}`, places);
  return compareDecimals(floor, price) < 0 ? floor : price;
}

/** The amount that a line gives away below the lowest price; it is taken from the customer's flex. */
export const flexOf = (lowest: Decimal, price: Decimal, quantity: Decimal): Decimal =>
  compareDecimals(price, lowest) < 0
    ? roundDecimal(multiplyDecimals(subtractDecimals(lowest, price), quantity), 2)
    : '0';
