import {
  addDecimals,
  type Decimal,
  divideDecimals,
  isPositive,
  multiplyDecimals,
  roundDecimal,
} from '../decimal.ts';

/**
 * The taxes of a sale. `onTop`: added to the price and therefore part of the total; the others are included in the price,
 * shown and never added. A new kind of tax has to say which of the two it is.
 */
export const SALE_TAXES = {
  ipi: { label: 'IPI', onTop: true },
  st: { label: 'ST', onTop: true },
  stsn: { label: 'ST-SN', onTop: true },
  icms: { label: 'ICMS', onTop: false },
  icmsPartilha: { label: 'Partilha do ICMS', onTop: false },
} as const;
export type SaleTax = keyof typeof SALE_TAXES;

export const saleTaxes = Object.keys(SALE_TAXES) as SaleTax[];

/** Percentages on the total of a line. */
export type TaxRates = Partial<Record<SaleTax, Decimal>>;

/** Percentage and amount for the whole line. */
export type SaleTaxes = Partial<Record<SaleTax, { perc: Decimal; valor: Decimal }>>;

/** The taxes of a line at these rates, each rounded to the cent. */
export const lineTaxes = (rates: TaxRates, total: Decimal): SaleTaxes =>
  Object.fromEntries(
    saleTaxes.flatMap((name) => {
      const perc = rates[name];
      if (!perc || !isPositive(perc)) return [];
      return [[name, { perc, valor: divideDecimals(multiplyDecimals(total, perc), '100', 2) }] as const];
    }),
  );

/** The part of a line's taxes that is added to its price. */
export function taxOnTop(taxes: Partial<Record<SaleTax, { valor: Decimal }>>): Decimal {
  const added = saleTaxes.filter((name) => SALE_TAXES[name].onTop);
  return roundDecimal(added.map((name) => taxes[name]?.valor ?? '0').reduce(addDecimals, '0'), 2);
}
