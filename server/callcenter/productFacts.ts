import { and, asc, eq, gte, inArray, isNull, lte, or } from 'drizzle-orm';
import type { CalendarDate } from '../../contract/rules/calendarDate.ts';
import type { Executor } from '../db/client.ts';
import {
  branches,
  packagings,
  priceRules,
  productPrices,
  productStock,
  products,
} from '../db/tables/index.ts';

export type ProductRecord = typeof products.$inferSelect;
export type PackagingRecord = typeof packagings.$inferSelect;
export type StockRecord = typeof productStock.$inferSelect;

/** Everything that prices and limits of products are made from, read at once: five queries for any number of them. */
export interface ProductFacts {
  product: ProductRecord;
  packagings: PackagingRecord[];
  rules: (typeof priceRules.$inferSelect)[];
  /** By the price table asked for. */
  tablePrice: { price: string; promotion: boolean } | null;
  /** By branch. */
  stock: Map<number, StockRecord>;
}

interface Wanted {
  ids: readonly number[];
  branchIds: readonly number[];
  priceTableId: number | null;
  today: CalendarDate;
  /** Without the parameter there are no prices by quantity. */
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

/** Names of branches, by their id. */
export async function branchNames(db: Executor, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: branches.id, name: branches.tradeName })
    .from(branches)
    .where(inArray(branches.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
