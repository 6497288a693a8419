import { and, asc, eq, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { localDate, type TimeZone } from '#contract/rules/time/zonedTime.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import {
  branches,
  customers,
  orderItems,
  orders,
  packagings,
  priceRules,
  productLinks,
  productPrices,
  productStock,
  products,
  quotedProducts,
} from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { branchScope, orderScope } from '../../session/scope.ts';
import { productView } from './rules.ts';

type ProductRecord = typeof products.$inferSelect;
export type PackagingRecord = typeof packagings.$inferSelect;
export type StockRecord = typeof productStock.$inferSelect;

/** Everything needed for prices and limits of products, read together: five queries for any number of them. */
export interface ProductFacts {
  product: ProductRecord;
  packagings: PackagingRecord[];
  rules: (typeof priceRules.$inferSelect)[];
  /** From the requested price table. */
  tablePrice: { price: string; priceSince: Date | null; promotion: boolean } | null;
  /** By branch. */
  stock: Map<number, StockRecord>;
}

interface Wanted {
  ids: readonly number[];
  branchIds: readonly number[];
  priceTableId: number | null;
  today: CalendarDate;
  /** Whether quantity prices apply; false without the parameter. */
  byQuantity: boolean;
}

export async function productFacts(db: Executor, wanted: Wanted): Promise<Map<number, ProductFacts>> {
  const ids = [...new Set(wanted.ids)];
  if (ids.length === 0) return new Map();
  const [rows, packs, rules, prices, stocks] = await Promise.all([
    db.select().from(products).where(inArray(products.id, ids)),
    db
      .select()
      .from(packagings)
      .where(inArray(packagings.productId, ids))
      .orderBy(asc(packagings.conversionFactor), asc(packagings.id)),
    wanted.byQuantity ? rulesOf(db, ids, wanted.today) : [],
    wanted.priceTableId === null ? [] : pricesOf(db, ids, wanted.priceTableId),
    stocksOf(db, ids, wanted.branchIds),
  ]);
  const [packsOf, rulesFor] = [byProduct(packs), byProduct(rules)];
  const priceOf = new Map(prices.map((row) => [row.productId, row]));
  const stocksFor = byProduct(stocks);
  return new Map(
    rows.map((product) => [
      product.id,
      {
        product,
        packagings: packsOf.get(product.id) ?? [],
        rules: rulesFor.get(product.id) ?? [],
        tablePrice: priceOf.get(product.id) ?? null,
        stock: new Map((stocksFor.get(product.id) ?? []).map((row) => [row.branchId, row])),
      },
    ]),
  );
}

const rulesOf = (db: Executor, ids: number[], today: CalendarDate) =>
  db
    .select()
    .from(priceRules)
    .where(
      and(
        inArray(priceRules.productId, ids),
        or(isNull(priceRules.startsOn), lte(priceRules.startsOn, today)),
        or(isNull(priceRules.endsOn), gte(priceRules.endsOn, today)),
      ),
    )
    .orderBy(asc(priceRules.minQuantity), asc(priceRules.id));

const pricesOf = (db: Executor, ids: number[], priceTableId: number) =>
  db
    .select()
    .from(productPrices)
    .where(and(inArray(productPrices.productId, ids), eq(productPrices.priceTableId, priceTableId)));

const stocksOf = (db: Executor, ids: number[], branchIds: readonly number[]) =>
  branchIds.length === 0
    ? []
    : db
        .select()
        .from(productStock)
        .where(and(inArray(productStock.productId, ids), inArray(productStock.branchId, [...branchIds])));

function byProduct<T extends { productId: number }>(rows: readonly T[]): Map<number, T[]> {
  const grouped = new Map<number, T[]>();
  for (const row of rows) grouped.set(row.productId, [...(grouped.get(row.productId) ?? []), row]);
  return grouped;
}

/** Branch names by id. */
export async function branchNames(db: Executor, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: branches.id, name: branches.tradeName })
    .from(branches)
    .where(inArray(branches.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

type OrderOfProducts = Pick<typeof orders.$inferSelect, 'id' | 'branchId' | 'customerId' | 'priceTableId'>;

/** A quote or order that the user may see; 404 otherwise. */
export async function visibleOrder(db: Executor, { user }: Pick<Context, 'user'>, id: number) {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), orderScope(user)));
  if (!row) throw notFound();
  return row;
}

const NAMED_BRANCH = { id: branches.id, name: branches.tradeName, zone: branches.timeZone };

/** A branch that the user may sell from; 404 otherwise. */
export async function visibleBranch(db: Executor, { user }: Pick<Context, 'user'>, id: number) {
  const [row] = await db
    .select(NAMED_BRANCH)
    .from(branches)
    .where(and(eq(branches.id, id), branchScope(user)));
  if (!row) throw notFound();
  return row;
}

/** The context for showing products in a sale: the branch, its rules and current date, the price table. */
export async function saleSetting(
  db: Executor,
  ctx: Pick<Context, 'user' | 'now'>,
  { branchId, priceTableId }: { branchId: number; priceTableId: number | null },
) {
  return settingAt(db, ctx, await visibleBranch(db, ctx, branchId), priceTableId);
}
export type SaleSetting = Awaited<ReturnType<typeof settingAt>>;

async function settingAt(
  db: Executor,
  { now }: Pick<Context, 'now'>,
  branch: { id: number; name: string; zone: TimeZone },
  priceTableId: number | null,
) {
  const parameters = await serviceParameters(db, branch.id);
  return { branch, parameters, priceTableId, today: localDate(now(), branch.zone) };
}

/** The setting of a quote that was already found visible, or that nobody looks at: no branch is checked. */
export async function settingOfFound(
  db: Executor,
  ctx: Pick<Context, 'now'>,
  order: OrderOfProducts,
): Promise<SaleSetting> {
  const [branch] = await db.select(NAMED_BRANCH).from(branches).where(eq(branches.id, order.branchId));
  if (!branch) throw notFound();
  return settingAt(db, ctx, branch, order.priceTableId ?? (await priceTableOf(db, order.customerId)));
}

/** The setting of a quote, with its own price table or else the customer's. */
export async function settingOfOrder(
  db: Executor,
  ctx: Pick<Context, 'user' | 'now'>,
  order: OrderOfProducts,
) {
  return saleSetting(db, ctx, {
    branchId: order.branchId,
    priceTableId: order.priceTableId ?? (await priceTableOf(db, order.customerId)),
  });
}

export async function priceTableOf(db: Executor, customerId: number): Promise<number | null> {
  const [row] = await db
    .select({ id: customers.priceTableId })
    .from(customers)
    .where(eq(customers.id, customerId));
  return row?.id ?? null;
}

/** Products as shown in a sale, in the order of `ids`; unknown ones are left out. */
export async function viewsOf(
  db: Executor,
  { branch, parameters, priceTableId, today }: SaleSetting,
  ids: readonly number[],
  order?: OrderOfProducts,
) {
  const [facts, inCart, quoted] = await Promise.all([
    productFacts(db, {
      ids,
      branchIds: [branch.id],
      priceTableId,
      today,
      byQuantity: parameters.usaPrecoAtacado,
    }),
    order ? cartUnits(db, order.id) : undefined,
    order ? quotedUnits(db, order.customerId, ids) : undefined,
  ]);
  const setting = {
    branches: [branch],
    defaultUnit: parameters.unidadePadrao,
    ...(inCart && { inCart }),
    ...(quoted && { quoted }),
  };
  return ids.flatMap((id) => {
    const one = facts.get(id);
    return one ? [productView(one, setting)] : [];
  });
}

/** Quantities in the quote by product and branch. */
async function cartUnits(db: Executor, orderId: number) {
  const units = sql<string>`trim_scale(sum(${orderItems.quantity} * coalesce(${packagings.conversionFactor}, 1)))::text`;
  const rows = await db
    .select({
      productId: orderItems.productId,
      branchId: orderItems.branchId,
      qtde: sql<string>`trim_scale(sum(${orderItems.quantity}))::text`,
      idEmb: sql<number>`coalesce(max(${orderItems.packagingId}), 0)`,
      units,
    })
    .from(orderItems)
    .leftJoin(packagings, eq(packagings.id, orderItems.packagingId))
    .where(and(eq(orderItems.orderId, orderId), isNull(orderItems.removedAt)))
    .groupBy(orderItems.productId, orderItems.branchId)
    .orderBy(asc(orderItems.productId));
  return new Map(rows.map((row) => [`${row.productId}:${row.branchId}`, row]));
}

/** Quantities the customer asked a price for, from the latest request for each product. */
async function quotedUnits(db: Executor, customerId: number, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const rows = await db
    .selectDistinctOn([quotedProducts.productId], {
      productId: quotedProducts.productId,
      quantity: quotedProducts.quantity,
    })
    .from(quotedProducts)
    .where(and(eq(quotedProducts.customerId, customerId), inArray(quotedProducts.productId, [...ids])))
    .orderBy(quotedProducts.productId, sql`${quotedProducts.at} desc`);
  return new Map(rows.map(({ productId, quantity }) => [productId, quantity]));
}

/** How many similar products are proposed for one that is missing. */
const MAX_SIMILAR = 3;

/** The names of products that may be sold instead of others. */
export async function similarNames(db: Executor, ids: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .select({ id: productLinks.productId, name: products.description })
    .from(productLinks)
    .innerJoin(products, eq(products.id, productLinks.otherId))
    .where(
      and(
        inArray(productLinks.productId, [...ids]),
        eq(productLinks.kind, 'SIMILAR'),
        eq(products.inactive, false),
      ),
    )
    .orderBy(asc(products.description));
  const named = new Map<number, string[]>();
  for (const { id, name } of rows) named.set(id, [...(named.get(id) ?? []), name].slice(0, MAX_SIMILAR));
  return named;
}
