import type { OrderStatus } from '../../catalogs/orderStatus.ts';
import {
  compareDecimals,
  type Decimal,
  decimalPlaces,
  divideDecimals,
  isPositive,
  multiplyDecimals,
  parseDecimal,
  roundDecimal,
  subtractDecimals,
} from '../decimal.ts';
import { formatMoney } from '../format.ts';
import { MONEY_PLACES } from '../orders/orderTotals.ts';

/** What the column keeps of a price; of a percent it keeps eight. */
const PRICE_PLACES = 4;
const PERCENT_PLACES = 8;
const HIGHEST = '99999999999';

type PriceResult = { ok: true; value: Decimal } | { ok: false; message: string };

/** Reads a price of the wire: above zero, with at most four decimals. */
function readPrice(value: string | number): PriceResult {
  const price = parseDecimal(String(value));
  if (price === null) return refuse('O preço precisa ser um número, com ponto nos decimais.');
  if (!isPositive(price)) return refuse('O preço precisa ser maior que zero.');
  if (decimalPlaces(price) > PRICE_PLACES)
    return refuse(`O preço pode ter no máximo ${PRICE_PLACES} casas decimais.`);
  return compareDecimals(price, HIGHEST) > 0 ? refuse('O preço é alto demais.') : { ok: true, value: price };
}

/**
 * A price that is asked for lies below the list price, and is not the one that the quote has already; `null` where that
 * one has to be asked for again.
 */
export function readRequestedPrice(
  value: string | number,
  { listPrice, price }: { listPrice: Decimal; price: Decimal | null },
): PriceResult {
  const read = readPrice(value);
  if (!read.ok) return read;
  if (compareDecimals(read.value, listPrice) >= 0)
    return refuse(`Peça um preço abaixo do preço de tabela, ${formatMoney(listPrice, 2)}.`);
  return price !== null && compareDecimals(read.value, price) === 0
    ? refuse('O orçamento já está com este preço.')
    : read;
}

/** Who authorises may set another price, never above the list. */
export function readAuthorizedPrice(value: string | number, listPrice: Decimal): PriceResult {
  const read = readPrice(value);
  if (!read.ok || compareDecimals(read.value, listPrice) <= 0) return read;
  return refuse(`Autorize no máximo o preço de tabela, ${formatMoney(listPrice, 2)}.`);
}

/** Margin of a price over its cost, in percent of the price. */
export const marginPercent = (price: Decimal, cost: Decimal): Decimal =>
  shareOf(subtractDecimals(price, cost), price);

const shareOf = (part: Decimal, whole: Decimal): Decimal =>
  isPositive(whole) ? divideDecimals(multiplyDecimals(part, '100'), whole, PERCENT_PLACES) : '0';

interface PricedFor {
  listPrice: Decimal;
  quantity: Decimal;
}

/**
 * More is given away than was asked for: on a box instead of a unit, by dearer terms, or on one where it was for a
 * hundred.
 */
export const isWorthMore = (line: PricedFor, asked: PricedFor): boolean =>
  compareDecimals(line.listPrice, asked.listPrice) > 0 || compareDecimals(line.quantity, asked.quantity) < 0;

interface QuoteFacts {
  stage: 'ORCAMENTO' | 'PEDIDO';
  status: OrderStatus;
  /** Lies with the shop or the field sales app until it is recovered. */
  releasedTo: string | null;
  /** Last day on which it holds. */
  validUntil: string | null;
}

const OPEN: readonly OrderStatus[] = ['COTACAO', 'ORCAMENTO_ANALISE', 'ATIVO'];

/** Prices are asked for and decided while a quote can still become an order here. */
export const takesNegotiation = (quote: QuoteFacts, today: string): boolean =>
  quote.stage === 'ORCAMENTO' &&
  OPEN.includes(quote.status) &&
  quote.releasedTo === null &&
  (quote.validUntil === null || quote.validUntil >= today);

const refuse = (message: string): PriceResult => ({ ok: false, message });

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
