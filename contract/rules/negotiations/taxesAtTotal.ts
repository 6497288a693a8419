import { type Decimal, divideDecimals, multiplyDecimals, roundDecimal } from '../decimal.ts';
import { MONEY_PLACES } from '../orders/orderTotals.ts';

interface Tax {
  perc: Decimal;
  valor: Decimal;
}

/** The taxes of a line whose total changed with its price: the percents stand, the amounts follow. */
export const taxesAtTotal = <K extends string>(
  taxes: Partial<Record<K, Tax>>,
  total: Decimal,
): Partial<Record<K, Tax>> =>
  Object.fromEntries(
    Object.entries<Tax | undefined>(taxes).flatMap(([name, tax]) =>
      tax ? [[name, { perc: tax.perc, valor: amountOf(tax.perc, total) }]] : [],
    ),
  ) as Partial<Record<K, Tax>>;

const amountOf = (perc: Decimal, total: Decimal): Decimal =>
  roundDecimal(divideDecimals(multiplyDecimals(total, perc), '100', 8), MONEY_PLACES);
