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
import { formatQuantity } from '../quantity.ts';

/** What the column holds after the comma. */
const PLACES = 3;

/** What limits the quantity of a line, in packagings. */
export interface PackLimits {
  unit: string;
  /** May have decimals where it has no multiple (`unitDivides`). */
  divides: boolean;
  /** Of the packaging; 0 any quantity. */
  multiple: Decimal;
  /** Most of one order; −1 any number. */
  max: Decimal;
  /** Typed digits at most. */
  digits: number;
}

type PackQuantityCode = 'INVALIDA' | 'LONGA' | 'MINIMO' | 'MULTIPLO' | 'MAXIMO';
interface PackQuantityProblem {
  code: PackQuantityCode;
  message: string;
}

const hasMultiple = ({ multiple }: Pick<PackLimits, 'multiple'>) => isPositive(multiple);

/** Only digits may be typed: what has a multiple or is counted has no comma. */
export const isWholeOnly = (limits: Pick<PackLimits, 'divides' | 'multiple'>): boolean =>
  hasMultiple(limits) ? decimalPlaces(limits.multiple) === 0 : !limits.divides;

/** What minus and plus go by: the multiple, or one. */
export const stepOf = (limits: Pick<PackLimits, 'multiple'>): Decimal =>
  hasMultiple(limits) ? limits.multiple : '1';

/** The multiple; 1 of what is counted; a thousandth of what is weighed. */
export function minimumOf(limits: Pick<PackLimits, 'divides' | 'multiple'>): Decimal {
  if (hasMultiple(limits)) return limits.multiple;
  return limits.divides ? '0.001' : '1';
}

/** 'VENDE DE 6 EM 6' or 'VENDE EM CX'. */
export function soldInText({ unit, multiple }: Pick<PackLimits, 'unit' | 'multiple'>): string {
  const n = formatQuantity(multiple);
  return compareDecimals(multiple, '1') > 0 ? `VENDE DE ${n} EM ${n}` : `VENDE EM ${unit}`;
}

/** Why a quantity may not stand in a line; `null` when it may. */
export function packQuantityProblem(quantity: Decimal, limits: PackLimits): PackQuantityProblem | null {
  const { multiple, max, digits } = limits;
  const minimum = minimumOf(limits);
  if (decimalPlaces(quantity) > PLACES)
    return problem('INVALIDA', 'A quantidade pode ter no máximo 3 casas decimais.');
  if (quantity.replace(/[-.]/g, '').length > digits)
    return problem('LONGA', `A quantidade pode ter no máximo ${digits} dígitos.`);
  if (compareDecimals(quantity, minimum) < 0)
    return problem('MINIMO', `Qtde mínima não atingida (${formatQuantity(minimum)})`);
  if (!isMultiple(quantity, hasMultiple(limits) ? multiple : isWholeOnly(limits) ? '1' : '0.001'))
    return problem(
      'MULTIPLO',
      hasMultiple(limits)
        ? `A quantidade precisa ser múltipla de ${formatQuantity(multiple)}.`
        : 'A quantidade precisa ser um número inteiro.',
    );
  if (compareDecimals(max, '0') >= 0 && compareDecimals(quantity, max) > 0)
    return problem('MAXIMO', `A quantidade máxima é ${formatQuantity(max)}.`);
  return null;
}

/** What a person typed, judged; the quantity when it may stand. */
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

/** One step up or down, on the multiples; never below the minimum, above the maximum only where it began there. */
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

/** Exactly so many times the other. */
export const isMultiple = (quantity: Decimal, of: Decimal): boolean =>
  compareDecimals(multiplyDecimals(divideFloor(quantity, of), of), quantity) === 0;

/** Whole times that the divisor goes into a number that is not negative. */
export function divideFloor(value: Decimal, by: Decimal): Decimal {
  const rounded = divideDecimals(value, by, 0);
  return compareDecimals(multiplyDecimals(rounded, by), value) > 0 ? subtractDecimals(rounded, '1') : rounded;
}

const problem = (code: PackQuantityCode, message: string): PackQuantityProblem => ({ code, message });

/** Price adjustment by quantity, in units; negative `perc` takes off (document 002 sections 3 and 5). */
export interface PriceRule {
  qtdMin: Decimal;
  /** 0 without an end. */
  qtdMax: Decimal;
  perc: Decimal;
  multiplo: Decimal;
}

/** A quantity *above* qtdMin and not above qtdMax; whole multiples only, where the rule has one. */
export function ruleApplies(rule: PriceRule, units: Decimal): boolean {
  const byMultiple = compareDecimals(rule.multiplo, '1') > 0;
  if (!byMultiple && compareDecimals(rule.perc, '0') >= 0) return false;
  if (compareDecimals(units, rule.qtdMin) <= 0) return false;
  if (isPositive(rule.qtdMax) && compareDecimals(units, rule.qtdMax) > 0) return false;
  return !byMultiple || isMultiple(units, rule.multiplo);
}

/** Of those that apply the one that is best for the customer. */
export const applicableRule = (rules: readonly PriceRule[], units: Decimal): PriceRule | null =>
  rules
    .filter((rule) => ruleApplies(rule, units))
    .reduce<PriceRule | null>(
      (best, rule) => (best && compareDecimals(best.perc, rule.perc) <= 0 ? best : rule),
      null,
    );

/** A price with so many percent on or, negative, off it; to the cent. */
export const withPercent = (price: Decimal, percent: Decimal): Decimal =>
  roundDecimal(addDecimals(price, divideDecimals(multiplyDecimals(price, percent), '100', 8)), 2);

interface PackPriceFacts {
  /** Of one unit, by the price table or the product. */
  unitPrice: Decimal;
  priceFactor: Decimal;
  /** Of the payment plan. */
  planPercent: Decimal;
  /** What the chosen colour costs on top of a unit. */
  tintAmount: Decimal;
  rules: readonly PriceRule[];
  units: Decimal;
}

/** What one packaging costs by the table, and by the rule of its quantity. */
export function packPrice(facts: PackPriceFacts): { list: Decimal; price: Decimal; rule: PriceRule | null } {
  const unit = addDecimals(facts.unitPrice, facts.tintAmount);
  const list = withPercent(multiplyDecimals(unit, facts.priceFactor), facts.planPercent);
  const rule = applicableRule(facts.rules, facts.units);
  return { list, price: rule ? withPercent(list, rule.perc) : list, rule };
}

/** Percent that a price is below the list; negative is above it. */
export const discountOf = (list: Decimal, price: Decimal): Decimal =>
  isPositive(list) ? divideDecimals(multiplyDecimals(subtractDecimals(list, price), '100'), list, 8) : '0';

export type PriceCheck = 'BRUTO' | 'LIQUIDO';

/**
 * The lowest price that a seller may give without asking. BRUTO measures the seller's percent from the list, so a
 * quantity's rule uses it up; LIQUIDO measures it from the price that the rule made. Never above that price.
 */
export function lowestPrice(
  { list, price }: { list: Decimal; price: Decimal },
  maxDiscount: Decimal,
  check: PriceCheck,
): Decimal {
  const floor = withPercent(check === 'BRUTO' ? list : price, `-${maxDiscount}`);
  return compareDecimals(floor, price) < 0 ? floor : price;
}

/** What a line gives away below the lowest price: it is taken from the customer's flex. */
export const flexOf = (lowest: Decimal, price: Decimal, quantity: Decimal): Decimal =>
  compareDecimals(price, lowest) < 0
    ? roundDecimal(multiplyDecimals(subtractDecimals(lowest, price), quantity), 2)
    : '0';
