import { compareDecimals, type Decimal, isPositive } from '#contract/rules/decimal.ts';
import type { TaxRates } from '#contract/rules/orders/lineTaxes.ts';
import {
  type JudgedLine,
  judgedLine,
  type LineFacts,
  type LineOffer,
  newOffer,
} from '#contract/rules/orders/offer.ts';
import { type PriceRule, withPercent } from '#contract/rules/orders/packaging.ts';
import { PRICE_PLACES } from '#contract/rules/orders/unitPrice.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { SalesContext } from './salesContext.ts';

/** What one loose unit of the product is sold at to this customer with this payment plan. */
interface Wanted {
  productId: number;
  branchId: number;
  customerId: number;
  planId: number;
  quantity: Decimal;
  bonus: boolean;
  removed: boolean;
  /** A discount that the seller gives, in percent; within what a seller may give. */
  discount: Decimal;
  at: Date;
  today: CalendarDate;
}

type Offered = JudgedLine & { offer: LineOffer };

interface Fact {
  id: number;
  price: Decimal;
  cost: Decimal;
  taxRates: TaxRates;
}

/** `descontoMaximoVendedor` and `validadeOrcamento`, as every company starts. */
const MAX_DISCOUNT = '5';
const VALID_DAYS = 7;

export type SalePrices = (wanted: Wanted) => Offered;

/** Prices lines of the demonstration by the product's own rule, from the facts that were written before. */
export async function salePrices({ client }: SalesContext): Promise<SalePrices> {
  const { rows: products } = await client.query<Fact>(
    'select id, price::text, cost::text, tax_percents as "taxRates" from products',
  );
  const { rows: prices } = await client.query<{ key: string; price: Decimal }>(
    `select product_id || '/' || price_table_id as key, price::text from product_prices`,
  );
  const { rows: stocks } = await client.query<{ key: string; quantity: Decimal }>(
    `select product_id || '/' || branch_id as key, quantity::text from product_stock`,
  );
  const { rows: customers } = await client.query<{ id: number; tableId: number | null }>(
    'select id, price_table_id as "tableId" from customers',
  );
  const { rows: plans } = await client.query<{ id: number; percent: Decimal }>(
    'select id, percent::text from payment_plans',
  );
  const { rows: rules } = await client.query<PriceRule & { productId: number }>(
    `select product_id as "productId", min_quantity::text as "qtdMin", max_quantity::text as "qtdMax",
       percent::text as perc, multiple::text as multiplo from price_rules`,
  );
  const factOf = new Map(products.map((row) => [row.id, row]));
  const priceOf = new Map(prices.map(({ key, price }) => [key, price]));
  const stockOf = new Map(stocks.map(({ key, quantity }) => [key, quantity]));
  const tableOf = new Map(customers.map(({ id, tableId }) => [id, tableId]));
  const percentOf = new Map(plans.map(({ id, percent }) => [id, percent]));
  return (wanted) => {
    const { productId, today, at } = wanted;
    const tableId = tableOf.get(wanted.customerId) ?? null;
    const product = factOf.get(productId);
    const facts: LineFacts = {
      unitPrice: priceOf.get(`${productId}/${tableId}`) ?? product?.price ?? '0',
      priceSince: null,
      priceFactor: '1',
      factor: '1',
      tintAmount: '0',
      rules: rules.filter((rule) => rule.productId === productId),
      campaignPercent: null,
      cost: product?.cost ?? '0',
      taxRates: product?.taxRates ?? {},
      stock: stockOf.get(`${productId}/${wanted.branchId}`) ?? '0',
    };
    const terms = {
      closed: false,
      today,
      tableId,
      planPercent: percentOf.get(wanted.planId) ?? '0',
      maxDiscount: MAX_DISCOUNT,
      check: 'BRUTO' as const,
      places: PRICE_PLACES,
    };
    const line = { ...wanted, typed: null, released: true, stored: null };
    const byRules = judgedLine(line, facts, terms);
    const isAtList = compareDecimals(byRules.ruled, byRules.list) === 0;
    // A line that a rule makes cheaper is not lowered further: nobody was asked.
    const typed =
      isAtList && isPositive(wanted.discount)
        ? withPercent(byRules.list, `-${wanted.discount}`, PRICE_PLACES)
        : null;
    const judged = judgedLine({ ...line, typed }, facts, terms);
    return { ...judged, offer: newOffer(judged, facts, { at, today, days: VALID_DAYS }) };
  };
}
