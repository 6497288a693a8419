import { compareDecimals, type Decimal } from '../decimal.ts';
import { type FreightTerms, isExempt, payableFreight } from './payableFreight.ts';

/** What the freight that was chosen for a quote is paid by. */
export interface FreightRules extends FreightTerms {
  /** The buyer pays the carrier: nothing is charged here. */
  buyerPays: boolean;
  /** Less than what is reckoned may be charged (`permiteAbonarFrete`). */
  mayWaive: boolean;
}

/** What the rules say that the customer pays of what a carrier asks. */
export const dueFreight = (asked: Decimal, rules: FreightRules): Decimal =>
  rules.buyerPays ? '0' : payableFreight(asked, rules);

/**
 * What the customer pays now. `set` is another amount that a person charged when the freight was chosen; it goes below
 * what is reckoned only where that is allowed.
 */
export function settledFreight(asked: Decimal, set: Decimal | null, rules: FreightRules): Decimal {
  const due = dueFreight(asked, rules);
  if (set === null) return due;
  return rules.mayWaive || compareDecimals(set, due) > 0 ? set : due;
}

/** What a freight was asked for. */
export interface FreightGoods {
  weight: Decimal;
  total: Decimal;
}

/** Heavier or dearer goods than the carrier gave its price for: it has to be asked again. */
export const outgrewFreight = (now: FreightGoods, asked: FreightGoods, rules: FreightRules): boolean =>
  !rules.buyerPays &&
  !rules.mayWaive &&
  !isExempt(rules) &&
  (compareDecimals(now.weight, asked.weight) > 0 || compareDecimals(now.total, asked.total) > 0);
