import type { OrderStatus } from '../../catalogs/orderStatus.ts';
import {
  compareDecimals,
  type Decimal,
  divideDecimals,
  isPositive,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals,
} from '../decimal.ts';
import { formatPercent } from '../format.ts';
import { pricePlacesProblem, unitPriceText } from '../orders/unitPrice.ts';

/** Decimals stored by the percentage column. */
const PERCENT_PLACES = 8;
const MAX_PRICE = '99999999999';

type PriceResult = { ok: true; value: Decimal } | { ok: false; message: string };

/** Parses a price from the wire: above zero, with at most `places` decimals (`casasPreco`). */
function readPrice(value: string | number, places: number): PriceResult {
  const price = parseDecimal(String(value));
  if (price === null) return refuse('O preço precisa ser um número, com ponto nos decimais.');
  if (!isPositive(price)) return refuse('O preço precisa ser maior que zero.');
  const long = pricePlacesProblem(price, places);
  if (long) return refuse(long);
  return compareDecimals(price, MAX_PRICE) > 0
    ? refuse('O preço é alto demais.')
    : { ok: true, value: price };
}

/**
 * A requested price must be below the list price and differ from the quote's current price. `price` is `null` where the
 * current one has to be requested again.
 */
export function readRequestedPrice(
  value: string | number,
  { listPrice, price }: { listPrice: Decimal; price: Decimal | null },
  places: number,
): PriceResult {
  const read = readPrice(value, places);
  if (!read.ok) return read;
  if (compareDecimals(read.value, listPrice) >= 0)
    return refuse(`Peça um preço abaixo do preço de tabela, ${priceText(listPrice)}.`);
  return price !== null && compareDecimals(read.value, price) === 0
    ? refuse('O orçamento já está com este preço.')
    : read;
}

/** The person who authorises may set a different price, but not above the list price. */
export function readAuthorizedPrice(value: string | number, listPrice: Decimal, places: number): PriceResult {
  const read = readPrice(value, places);
  if (!read.ok || compareDecimals(read.value, listPrice) <= 0) return read;
  return refuse(`Autorize no máximo o preço de tabela, ${priceText(listPrice)}.`);
}

/** Margin of a price over its cost, as a percentage of the price. */
export const marginPercent = (price: Decimal, cost: Decimal): Decimal =>
  shareOf(subtractDecimals(price, cost), price);

const shareOf = (part: Decimal, whole: Decimal): Decimal =>
  isPositive(whole) ? divideDecimals(multiplyDecimals(part, '100'), whole, PERCENT_PLACES) : '0';

interface QuoteFacts {
  stage: 'ORCAMENTO' | 'PEDIDO';
  status: OrderStatus;
  /** Held by the shop or the field sales app until it is recovered. */
  releasedTo: string | null;
  /** Last day on which it is valid. */
  validUntil: string | null;
}

const OPEN: readonly OrderStatus[] = ['COTACAO', 'ORCAMENTO_ANALISE', 'ATIVO'];

/** Prices can be requested and decided as long as the quote can still become an order here. */
export const takesNegotiation = (quote: QuoteFacts, today: string): boolean =>
  quote.stage === 'ORCAMENTO' &&
  OPEN.includes(quote.status) &&
  quote.releasedTo === null &&
  (quote.validUntil === null || quote.validUntil >= today);

const refuse = (message: string): PriceResult => ({ ok: false, message });

/** The payment terms for which a price is valid. */
export interface Condition {
  plan: string | null;
  /** The plan's surcharge on the price, in percent. */
  planPercent: Decimal;
  tableId: number | null;
}

/** '28 dias (+1,5%)'. */
export function conditionText({ plan, planPercent }: Pick<Condition, 'plan' | 'planPercent'>): string {
  const sign = compareDecimals(planPercent, '0');
  if (sign === 0) return plan ?? 'à vista';
  const factor = `${sign > 0 ? '+' : ''}${formatPercent(planPercent, 2)}`;
  return plan === null ? factor : `${plan} (${factor})`;
}

/** 'R$ 8,00', 'R$ 8,0125'. */
export const priceText = (price: Decimal): string => unitPriceText(price);

export const percentText = (percent: Decimal): string => formatPercent(percent, 1);
