import {
  addDecimals,
  compareDecimals,
  type Decimal,
  fixedDecimal,
  multiplyDecimals,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
} from '../../../contract/rules/decimal.ts';
import type { LineTaxes } from '../../db/tables/index.ts';

interface SoldLine {
  purchased: Decimal;
  unitPriceNoTax: Decimal;
  taxes: LineTaxes;
}

/** Each with two decimals, as an invoice writes them. */
export interface LineAmounts {
  products: Decimal;
  ipi: Decimal;
  st: Decimal;
  icmsBase: Decimal;
  icms: Decimal;
  /** What lacks to the invoice's total, on its last line: cents of rounding, as other costs or as discount. */
  other: Decimal;
  discount: Decimal;
}

export type SheetTotals = LineAmounts & { total: Decimal };

const sumOf = (amounts: LineAmounts): Decimal =>
  subtractDecimals(sumDecimals([amounts.products, amounts.ipi, amounts.st, amounts.other]), amounts.discount);

/** The amounts of the lines, which add up to the total of the invoice to the cent. */
export function lineAmounts(lines: readonly SoldLine[], total: Decimal): LineAmounts[] {
  const amounts = lines.map(amountsOf);
  const difference = subtractDecimals(roundDecimal(total, 2), sumDecimals(amounts.map(sumOf)));
  const last = amounts.at(-1);
  if (last && compareDecimals(difference, '0') > 0) last.other = fixedDecimal(difference, 2);
  if (last && compareDecimals(difference, '0') < 0)
    last.discount = fixedDecimal(subtractDecimals('0', difference), 2);
  return amounts;
}

function amountsOf({ purchased, unitPriceNoTax, taxes }: SoldLine): LineAmounts {
  const products = fixedDecimal(multiplyDecimals(purchased, unitPriceNoTax), 2);
  const tax = (name: keyof LineTaxes) => fixedDecimal(taxes[name]?.valor ?? '0', 2);
  return {
    products,
    ipi: tax('ipi'),
    st: fixedDecimal(addDecimals(tax('st'), tax('stsn')), 2),
    icmsBase: taxes.icms ? products : '0.00',
    icms: tax('icms'),
    other: '0.00',
    discount: '0.00',
  };
}

export function sheetTotals(lines: readonly LineAmounts[]): SheetTotals {
  const sum = (name: keyof LineAmounts) => fixedDecimal(sumDecimals(lines.map((line) => line[name])), 2);
  const totals: LineAmounts = {
    products: sum('products'),
    ipi: sum('ipi'),
    st: sum('st'),
    icmsBase: sum('icmsBase'),
    icms: sum('icms'),
    other: sum('other'),
    discount: sum('discount'),
  };
  return { ...totals, total: fixedDecimal(sumOf(totals), 2) };
}
