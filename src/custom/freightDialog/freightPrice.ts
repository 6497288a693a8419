import { type Decimal, fixedDecimal } from '../../../contract/rules/decimal.ts';

/** The largest amount of freight that an order takes. */
export const DEAREST_FREIGHT = '9999999.99';

/** An amount of freight as the wire carries it, to the cent. */
export const freightPrice = (value: Decimal | null): string | null => value && fixedDecimal(value, 2);
