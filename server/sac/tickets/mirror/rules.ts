import {
  addDecimals,
  type Decimal,
  divideDecimals,
  fixedDecimal,
  isPositive,
  multiplyDecimals,
  roundDecimal,
} from '../../../../contract/rules/decimal.ts';
import type { ItemTaxes, MirrorTotals } from '../../../../contract/sac/ticketItems.ts';

/** What of an invoice line comes back. */
export interface ReturningLine {
  /** Authorised by the analysis. */
  quantity: Decimal;
  purchased: Decimal;
  unitPriceNoTax: Decimal;
  /** Of the whole invoice line. */
  taxes: ItemTaxes;
}

export interface MirrorAmounts {
  products: Decimal;
  taxes: ItemTaxes;
  total: Decimal;
}

export const TAX_KEYS = ['ipi', 'st', 'stsn', 'icms', 'icmsPartilha'] as const;
export type TaxKey = (typeof TAX_KEYS)[number];

/**
 * What an invoice adds to its products. ICMS is inside of the price, and its share between states is collected
 * apart: both are named on the invoice and change nothing of its total.
 */
const ADDED: readonly TaxKey[] = ['ipi', 'st', 'stsn'];

/** The amounts of one line, each rounded to the cent by itself, as an invoice is summed up. */
export function mirrorAmounts({ quantity, purchased, unitPriceNoTax, taxes }: ReturningLine): MirrorAmounts {
  const products = roundDecimal(multiplyDecimals(quantity, unitPriceNoTax), 2);
  const share = (value: Decimal) =>
    isPositive(purchased) ? divideDecimals(multiplyDecimals(value, quantity), purchased, 2) : '0';
  const returning: ItemTaxes = {};
  for (const key of TAX_KEYS) {
    const tax = taxes[key];
    if (tax) returning[key] = { perc: tax.perc, valor: fixedDecimal(share(tax.valor), 2) };
  }
  const total = ADDED.reduce((sum, key) => addDecimals(sum, returning[key]?.valor ?? '0'), products);
  return { products: fixedDecimal(products, 2), taxes: returning, total: fixedDecimal(total, 2) };
}

export function mirrorTotals(lines: readonly MirrorAmounts[]): MirrorTotals {
  const sum = (amountOf: (line: MirrorAmounts) => Decimal) =>
    fixedDecimal(
      lines.reduce((total, line) => addDecimals(total, amountOf(line)), '0'),
      2,
    );
  const ofTax = (key: TaxKey) => sum(({ taxes }) => taxes[key]?.valor ?? '0');
  return {
    produtos: sum(({ products }) => products),
    ipi: ofTax('ipi'),
    st: ofTax('st'),
    stsn: ofTax('stsn'),
    icms: ofTax('icms'),
    icmsPartilha: ofTax('icmsPartilha'),
    total: sum(({ total }) => total),
  };
}
