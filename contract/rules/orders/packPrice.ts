import {
  addDecimals,
  compareDecimals,
  type Decimal,
  divideDecimals,
  isPositive,
  multiplyDecimals,
  roundDecimal,
  subtractDecimals,
} from '../decimal.ts';
import { isMultiple } from './packQuantity.ts';

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

export interface PackPriceFacts {
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
