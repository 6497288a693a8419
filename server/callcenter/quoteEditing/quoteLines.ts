import { and, asc, eq, gte, inArray, lte } from 'drizzle-orm';
import type { Packaging } from '../../../contract/callcenter/quotes/quoteShapes.ts';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  divideDecimals,
  isPositive,
  multiplyDecimals,
  roundDecimal,
} from '../../../contract/rules/decimal.ts';
import type { Condition } from '../../../contract/rules/negotiations/negotiatedPrice.ts';
import { lineTotal } from '../../../contract/rules/orders/orderTotals.ts';
import {
  discountOf,
  lowestPrice,
  type PriceCheck,
  withPercent,
} from '../../../contract/rules/orders/packaging.ts';
import type { Executor } from '../../db/client.ts';
import {
  campaignProducts,
  campaigns,
  orderCampaigns,
  orderItems,
  paymentPlans,
  tintPrices,
} from '../../db/tables/index.ts';
import { type ProductFacts, priceTableOf, productFacts, type SaleSetting } from '../productCore/queries.ts';
import { packagingsOf, packPriceOf, standardOf } from '../productCore/rules.ts';

type Tint = { idCor: number; nome: string };

/** A line as it is edited. `typed` is a price set by a user; without it the rules determine the price. */
export interface Line {
  id: number | null;
  line: number;
  productId: number;
  branchId: number;
  packagingId: number | null;
  quantity: Decimal;
  typed: Decimal | null;
  /** The line before the change; `null` for a new one. */
  stored: typeof orderItems.$inferSelect | null;
  bonus: boolean;
  tint: Tint | null;
  note: string;
  removed: boolean;
}

/** A line with its prices and units. */
export interface PricedLine extends Line {
  facts: ProductFacts;
  pack: Packaging;
  /** Code of the unit in which stock is counted. */
  unit: string;
  units: Decimal;
  list: Decimal;
  /** The price after quantity rules and campaigns. */
  ruled: Decimal;
  price: Decimal;
  lowest: Decimal;
  total: Decimal;
  cost: Decimal;
  taxes: (typeof orderItems.$inferSelect)['taxes'];
  discountPercent: Decimal;
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
  stored: row,
  bonus: row.bonus,
  tint: row.tint,
  note: row.note,
  removed: row.removedAt !== null,
});

interface PricingTerms {
  setting: SaleSetting;
  condition: Condition;
  maxDiscount: Decimal;
  check: PriceCheck;
  /** Discount percentage by product, from active campaigns. */
  campaign: ReadonlyMap<number, Decimal>;
}

/** What prices of a quote depend on besides its lines. */
export async function pricingTerms(
  db: Executor,
  setting: SaleSetting,
  order: { id: number; customerId: number; priceTableId: number | null; paymentPlanId: number | null },
  lines: readonly Line[],
): Promise<PricingTerms> {
  const { parameters } = setting;
  const priceTableId = order.priceTableId ?? (await priceTableOf(db, order.customerId));
  return {
    setting: { ...setting, priceTableId },
    condition: { ...(await planOf(db, order.paymentPlanId)), tableId: priceTableId },
    maxDiscount: parameters.descontoMaximoVendedor,
    check: parameters.tipoValidacaoPreco,
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
    const known = percents.get(row.productId) ?? '0';
    if (compareDecimals(row.value, known) > 0) percents.set(row.productId, row.value);
  }
  return percents;
}

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
  const { setting } = terms;
  const facts = await productFacts(db, {
    ids: lines.map(({ productId }) => productId),
    branchIds: [...new Set(lines.map(({ branchId }) => branchId))],
    priceTableId: setting.priceTableId,
    today: setting.today,
    byQuantity: setting.parameters.usaPrecoAtacado,
  });
  const tints = await tintAmounts(db, lines, facts);
  return lines.flatMap((line) => {
    const one = facts.get(line.productId);
    return one ? [priced(line, one, terms, tints.get(tintKey(line, one)) ?? '0')] : [];
  });
}

function priced(line: Line, facts: ProductFacts, terms: PricingTerms, tintAmount: Decimal): PricedLine {
  const packs = packagingsOf(facts, terms.setting.parameters.unidadePadrao);
  const pack = packs.find(({ id }) => id === (line.packagingId ?? 0)) ?? standardOf(packs);
  const units = multiplyDecimals(line.quantity, pack.fator_conversao);
  const { planPercent } = terms.condition;
  const { quantity } = line;
  const { list, price: byRule } = packPriceOf(facts, { pack, planPercent, quantity, tintAmount });
  const campaign = terms.campaign.get(line.productId);
  const ruled = campaign ? withPercent(byRule, `-${campaign}`) : byRule;
  const price = line.typed ?? ruled;
  const total = lineTotal(line.quantity, price);
  return {
    ...line,
    facts,
    pack,
    unit: facts.product.unit || terms.setting.parameters.unidadePadrao,
    units,
    list,
    ruled,
    price,
    lowest: lowestPrice({ list, price: ruled }, terms.maxDiscount, terms.check),
    total,
    cost: roundDecimal(multiplyDecimals(facts.product.cost, pack.fator_conversao), 4),
    taxes: taxesOf(facts, total),
    discountPercent: discountOf(list, price),
    condition: terms.condition,
  };
}

/** Taxes on the line's total by the product's percentages: IPI and ST are added, ICMS is included. */
function taxesOf({ product }: ProductFacts, total: Decimal): PricedLine['taxes'] {
  const entries = (['ipi', 'st', 'icms'] as const).flatMap((name) => {
    const perc = product.taxPercents[name];
    if (!perc || !isPositive(perc)) return [];
    return [[name, { perc, valor: divideDecimals(multiplyDecimals(total, perc), '100', 2) }] as const];
  });
  return Object.fromEntries(entries);
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
