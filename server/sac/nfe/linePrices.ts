import {
  addDecimals,
  type Decimal,
  divideDecimals,
  isPositive,
  subtractDecimals,
  sumDecimals,
} from '../../../contract/rules/decimal.ts';
import type { NfeLine, NfeTaxes, NfeTaxName } from '../../../contract/rules/nfe/nfeNote.ts';
import type { LineTaxes } from '../../db/tables/index.ts';

/** As many as vUnCom has. */
const PLACES = 10;
/** Taxes that come on top of the price of the goods. */
const ON_TOP: readonly NfeTaxName[] = ['ipi', 'st', 'fcpst', 'is'];

/** Of one unit: what the goods cost less the discount, and what the customer paid for it in all. */
export function pricesOf(
  line: Pick<NfeLine, 'quantity' | 'unitPrice' | 'amount' | 'discount' | 'costs' | 'taxes'>,
): {
  unitPrice: Decimal;
  unitPriceNoTax: Decimal;
} {
  if (!isPositive(line.quantity)) return { unitPrice: line.unitPrice, unitPriceNoTax: line.unitPrice };
  const goods = subtractDecimals(line.amount, line.discount);
  const taxes = sumDecimals(ON_TOP.map((name) => line.taxes[name]?.amount ?? '0'));
  const paid = addDecimals(addDecimals(goods, line.costs), taxes);
  return {
    unitPriceNoTax: divideDecimals(goods, line.quantity, PLACES),
    unitPrice: divideDecimals(paid, line.quantity, PLACES),
  };
}

export const lineTaxes = (taxes: NfeTaxes): LineTaxes =>
  Object.fromEntries(
    Object.entries(taxes).map(([name, { cst, percent, amount }]) => [
      name,
      { perc: percent, valor: amount, cst },
    ]),
  );
