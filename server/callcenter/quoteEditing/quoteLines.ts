import { and, asc, eq, gte, inArray, lte } from 'drizzle-orm';
import type { Packaging } from '#contract/callcenter/quotes/quoteShapes.ts';
import { addDecimals, compareDecimals, type Decimal, roundDecimal } from '#contract/rules/decimal.ts';
import type { Condition } from '#contract/rules/negotiations/negotiatedPrice.ts';
import {
  type JudgedLine,
  judgedLine,
  type LineFacts,
  type OfferedLine,
  type OfferTerms,
  ownPrice,
} from '#contract/rules/orders/offer.ts';
import { availableStock } from '#contract/rules/orders/shownStock.ts';
import type { Executor } from '../../db/client.ts';
import {
  campaignProducts,
  campaigns,
  orderCampaigns,
  orderItems,
  paymentPlans,
  tintPrices,
} from '../../db/tables/index.ts';
import type { OrderRecord } from '../orderCore/commands.ts';
import { isClosed } from '../orderCore/queries.ts';
import { type ProductFacts, priceTableOf, productFacts, type SaleSetting } from '../productCore/queries.ts';
import { packagingsOf, priceRulesOf, standardOf, stockFactsOf } from '../productCore/rules.ts';

type Tint = { idCor: number; nome: string };

/** A line as it is edited. `typed` is a price set by a user; without it the rules determine the price. */
export interface Line extends OfferedLine {
  id: number | null;
  line: number;
  productId: number;
  branchId: number;
  packagingId: number | null;
  /** The line before the change; `null` for a new one. */
  stored: typeof orderItems.$inferSelect | null;
  tint: Tint | null;
  note: string;
}

/** A line with its prices and units. */
export interface PricedLine extends Line, JudgedLine {
  /** The product with its packagings, prices and stock. */
  facts: ProductFacts;
  /** What the price follows from today. */
  priceFacts: LineFacts;
  pack: Packaging;
  /** Code of the unit in which stock is counted. */
  unit: string;
  /** The conditions under which this price applies. */
  condition: Condition;
}

/** '10.0000' becomes '10', so that values are compared and shown in one form. */
const canonical = (value: Decimal): Decimal => roundDecimal(value, 4);

export const storedLines = (db: Executor, orderId: number) =>
  db.select().from(orderItems).where(eq(orderItems.orderId, orderId)).orderBy(asc(orderItems.line));

export const lineOf = (row: typeof orderItems.$inferSelect): Line => ({
  id: row.id,
  line: row.line,
  productId: row.productId,
  branchId: row.branchId,
  packagingId: row.packagingId,
  quantity: canonical(row.quantity),
  typed: canonical(row.price),
  released: false,
  stored: {
    ...row,
    price: canonical(row.price),
    listPrice: canonical(row.listPrice),
    total: canonical(row.total),
    cost: canonical(row.cost),
    discountPercent: roundDecimal(row.discountPercent, 8),
  },
  bonus: row.bonus,
  tint: row.tint,
  note: row.note,
  removed: row.removedAt !== null,
});

/** The line to be priced by today's facts; a price that a person gave goes on. */
export const released = (line: PricedLine): Line => ({
  ...lineIn(line),
  typed: line.released ? line.typed : ownPrice(line, line.now, line.priceFacts),
  released: true,
});

/** The line without its prices. */
export const lineIn = (line: PricedLine): Line => ({
  id: line.id,
  line: line.line,
  productId: line.productId,
  branchId: line.branchId,
  packagingId: line.packagingId,
  quantity: line.quantity,
  typed: line.typed,
  released: line.released,
  stored: line.stored,
  bonus: line.bonus,
  tint: line.tint,
  note: line.note,
  removed: line.removed,
});

export interface PricingTerms extends OfferTerms {
  setting: SaleSetting;
  plan: string | null;
  /** Discount percentage by product, from active campaigns. */
  campaign: ReadonlyMap<number, Decimal>;
}

type PricedOrder = Pick<
  OrderRecord,
  'id' | 'stage' | 'status' | 'customerId' | 'priceTableId' | 'paymentPlanId'
>;

/** What prices of a quote depend on besides its lines. */
export async function pricingTerms(
  db: Executor,
  setting: SaleSetting,
  order: PricedOrder,
  lines: readonly Line[],
): Promise<PricingTerms> {
  const { parameters } = setting;
  const priceTableId = order.priceTableId ?? (await priceTableOf(db, order.customerId));
  return {
    setting: { ...setting, priceTableId },
    closed: isClosed(order),
    today: setting.today,
    ...(await planOf(db, order.paymentPlanId)),
    tableId: priceTableId,
    maxDiscount: parameters.descontoMaximoVendedor,
    check: parameters.tipoValidacaoPreco,
    places: parameters.casasPreco,
    campaign: parameters.usaCampanhaComercial
      ? await campaignPercents(db, order.id, setting, lines)
      : new Map(),
  };
}

async function planOf(db: Executor, id: number | null): Promise<Omit<Condition, 'tableId'>> {
  if (id === null) return { plan: null, planPercent: '0' };
  const [plan] = await db.select().from(paymentPlans).where(eq(paymentPlans.id, id));
  return { plan: plan?.name ?? null, planPercent: plan?.percent ?? '0' };
}

/** Discounts of accepted campaigns, while they run and their minimum quantity is reached. */
async function campaignPercents(
  db: Executor,
  orderId: number,
  { today }: SaleSetting,
  lines: readonly Line[],
): Promise<Map<number, Decimal>> {
  const rows = await db
    .select({
      id: campaigns.id,
      value: campaigns.value,
      least: campaigns.minQuantity,
      productId: campaignProducts.productId,
    })
    .from(orderCampaigns)
    .innerJoin(campaigns, eq(campaigns.id, orderCampaigns.campaignId))
    .innerJoin(campaignProducts, eq(campaignProducts.campaignId, campaigns.id))
    .where(
      and(
        eq(orderCampaigns.orderId, orderId),
        eq(campaigns.kind, 'DESCONTO'),
        eq(campaigns.active, true),
        lte(campaigns.startsOn, today),
        gte(campaigns.endsOn, today),
      ),
    );
  const percents = new Map<number, Decimal>();
  for (const row of rows) {
    const products = new Set(rows.filter(({ id }) => id === row.id).map(({ productId }) => productId));
    if (compareDecimals(quantityOf(lines, products), row.least) < 0) continue;
    const percent = percents.get(row.productId) ?? '0';
    if (compareDecimals(row.value, percent) > 0) percents.set(row.productId, row.value);
  }
  return percents;
}

/** Lines whose campaign discount begins or ends with a change of the quote itself, which therefore are offered anew. */
export const campaignMoved = (line: Line, before: PricingTerms, after: PricingTerms): boolean =>
  compareDecimals(before.campaign.get(line.productId) ?? '0', after.campaign.get(line.productId) ?? '0') !==
  0;

/** Number of packagings over the active lines. */
export const quantityOf = (lines: readonly Line[], products: ReadonlySet<number>): Decimal =>
  lines
    .filter(({ removed, productId }) => !removed && products.has(productId))
    .reduce((sum, { quantity }) => addDecimals(sum, quantity), '0');

/** Prices all lines together. No line can lack its product, since products are never deleted. */
export async function pricedLines(
  db: Executor,
  terms: PricingTerms,
  lines: readonly Line[],
): Promise<PricedLine[]> {
  const pricing = await pricingOf(db, terms, lines);
  return lines.flatMap((line) => pricing(line) ?? []);
}

/** Reads once what these lines are priced by, and prices each of them as often as it changes; `null` without a product. */
export async function pricingOf(
  db: Executor,
  terms: PricingTerms,
  lines: readonly Line[],
): Promise<(line: Line) => PricedLine | null> {
  const { setting } = terms;
  const facts = await productFacts(db, {
    ids: lines.map(({ productId }) => productId),
    branchIds: [...new Set(lines.map(({ branchId }) => branchId))],
    priceTableId: setting.priceTableId,
    today: setting.today,
    byQuantity: setting.parameters.usaPrecoAtacado,
  });
  const tints = await tintAmounts(db, lines, facts);
  return (line) => {
    const one = facts.get(line.productId);
    return one ? priced(line, one, terms, tints.get(tintKey(line, one)) ?? '0') : null;
  };
}

function priced(line: Line, facts: ProductFacts, terms: PricingTerms, tintAmount: Decimal): PricedLine {
  const { unidadePadrao } = terms.setting.parameters;
  const packs = packagingsOf(facts, unidadePadrao);
  const pack = packs.find(({ id }) => id === (line.packagingId ?? 0)) ?? standardOf(packs);
  const priceFacts: LineFacts = {
    unitPrice: canonical(facts.tablePrice?.price ?? facts.product.price),
    priceSince: (facts.tablePrice ?? facts.product).priceSince?.toISOString() ?? null,
    priceFactor: pack.fator_preco,
    factor: pack.fator_conversao,
    tintAmount,
    rules: priceRulesOf(facts),
    campaignPercent: terms.campaign.get(line.productId) ?? null,
    cost: facts.product.cost,
    taxRates: facts.product.taxPercents,
    stock: availableStock(stockFactsOf(facts.stock.get(line.branchId))),
  };
  const judged = judgedLine(line, priceFacts, terms);
  return {
    ...line,
    ...judged,
    facts,
    priceFacts,
    pack,
    unit: facts.product.unit || unidadePadrao,
    condition: { plan: terms.plan, planPercent: judged.planPercent, tableId: judged.tableId },
  };
}

const tintKey = (line: Pick<Line, 'tint'>, { product }: ProductFacts) =>
  line.tint ? `${product.barcode}:${line.tint.idCor}` : '';

/** The surcharge of each colour on each base. */
async function tintAmounts(
  db: Executor,
  lines: readonly Line[],
  facts: ReadonlyMap<number, ProductFacts>,
): Promise<Map<string, Decimal>> {
  const bases = lines.flatMap(({ tint, productId }) =>
    tint ? [facts.get(productId)?.product.barcode ?? ''] : [],
  );
  if (bases.length === 0) return new Map();
  const rows = await db.select().from(tintPrices).where(inArray(tintPrices.baseBarcode, bases));
  return new Map(rows.map((row) => [`${row.baseBarcode}:${row.colorId}`, row.amount]));
}

/** Lines that were not removed. */
export const activeLines = <T extends Pick<Line, 'removed'>>(lines: readonly T[]): T[] =>
  lines.filter(({ removed }) => !removed);
