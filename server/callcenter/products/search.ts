import { and, asc, desc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PlainProduct, ProductSearch, ProductSort } from '#contract/callcenter/products.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context, Reading } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { containing } from '../../db/conditions.ts';
import { priceRules, productStock, products } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { COUNT_CAP, countOf, type PageRequest, pageOf, paginatorOf } from '../../paging/paging.ts';
import { plainText } from '../../text/plainText.ts';
import { settingOfOrder, viewsOf, visibleOrder } from '../productCore/queries.ts';

/** The same expression as in the trigram index. */
const text = sql`fold_text(${products.code} || ' ' || ${products.description})`;
/** At most eight words, since more would only cost time. */
const wordsOf = (q: string): string[] => plainText(q).trim().split(/\s+/).filter(Boolean).slice(0, 8);

/** Matches by barcode, or by every word in code and description, ignoring accents. */
function matches(q: string): SQL | undefined {
  const words = wordsOf(q);
  if (words.length === 0) return undefined;
  return or(
    eq(products.barcode, words.join('')),
    and(...words.map((word) => sql`${text} like ${containing(word)}`)),
  );
}

const ORDERS: Record<ProductSort, SQL[]> = {
  descricaocompleta: [sql`${products.description} collate pt_br`],
  codigo: [asc(products.code)],
  marca: [sql`${products.brand} collate pt_br`, sql`${products.description} collate pt_br`],
  preco: [asc(products.price)],
};

/** A product with exactly this code or barcode comes first. */
function orderOf(q: string, sort: ProductSort): SQL[] {
  const exact = wordsOf(q).join('');
  const first = exact ? [desc(sql`(${products.code} = ${exact} or ${products.barcode} = ${exact})`)] : [];
  return [...first, ...ORDERS[sort], asc(products.id)];
}

interface Found {
  where: SQL | undefined;
  order: SQL[];
  page: PageRequest;
}

/** A page of ids and the total count. */
async function pageOfIds(db: Executor, { where, order, page }: Found) {
  const { take, offset } = pageOf(page);
  const [total, rows] = await Promise.all([
    countOf(db, db.select({ id: products.id }).from(products).where(where).limit(COUNT_CAP)),
    db
      .select({ id: products.id })
      .from(products)
      .where(where)
      .orderBy(...order)
      .limit(take)
      .offset(offset),
  ]);
  return { ids: rows.map(({ id }) => id), paginator: paginatorOf(page, total) };
}

/** Products for sale as the quote sees them: with its prices, its branch's stock and the quantities it already holds. */
export async function productsOfQuote(
  ctx: Reading<'db' | 'user' | 'now'>,
  orderId: number,
  query: ProductSearch,
) {
  const { db } = ctx;
  const order = await visibleOrder(db, ctx, orderId);
  const setting = await settingOfOrder(db, ctx, order);
  const sort = query.orderBy ?? (setting.parameters.campoOrdenacaoProdutos as ProductSort);
  const inStock = db
    .select({ id: productStock.productId })
    .from(productStock)
    .where(
      and(
        eq(productStock.branchId, order.branchId),
        gt(productStock.quantity, sql`${productStock.reserved}`),
      ),
    );
  const { ids, paginator } = await pageOfIds(db, {
    where: and(
      eq(products.inactive, false),
      matches(query.q ?? ''),
      query.marca ? eq(products.brand, query.marca) : undefined,
      query.classe ? eq(products.salesClass, query.classe) : undefined,
      query.comEstoque ? inArray(products.id, inStock) : undefined,
    ),
    order: orderOf(query.q ?? '', sort),
    page: query,
  });
  return { itens: await viewsOf(db, setting, ids, order), paginator };
}

/** Products of the catalogue without sale prices, either the active or the `inactive` ones. */
export async function plainProducts(
  db: Executor,
  { q = '', inactive, ...page }: PageRequest & { q?: string; inactive?: boolean },
) {
  const { ids, paginator } = await pageOfIds(db, {
    where: and(matches(q), inactive === undefined ? undefined : eq(products.inactive, inactive)),
    order: orderOf(q, 'descricaocompleta'),
    page,
  });
  const rows = ids.length > 0 ? await db.select().from(products).where(inArray(products.id, ids)) : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { itens: ids.flatMap((id) => byId.get(id) ?? []).map(plainOf), paginator };
}

export async function plainProduct(db: Executor, id: number): Promise<PlainProduct> {
  const [row] = await db.select().from(products).where(eq(products.id, id));
  if (!row) throw notFound();
  return plainOf(row);
}

const plainOf = (row: typeof products.$inferSelect): PlainProduct => ({
  id: row.id,
  idExibicao: row.code,
  descricao: row.description,
  marca: row.brand,
  und: row.unit,
  codigoBarras: row.barcode,
  preco: row.price,
  inativo: row.inactive,
  idImagem: row.imageId,
});

/** Brands and classes of the products for sale. */
export async function filterWords(db: Executor) {
  const of = (column: typeof products.brand | typeof products.salesClass) =>
    db
      .selectDistinct({ word: column })
      .from(products)
      .where(and(eq(products.inactive, false), sql`${column} <> ''`))
      .orderBy(column)
      .limit(500);
  const [brands, classes] = await Promise.all([of(products.brand), of(products.salesClass)]);
  return { marcas: brands.map(({ word }) => word), classes: classes.map(({ word }) => word) };
}

/** Quantity discounts in force today, for one product or for all. */
export async function discountsInForce(
  { db, now }: Pick<Context, 'db' | 'now'>,
  query: PageRequest & { idProd?: number },
) {
  const today = localDate(now(), DEFAULT_TIME_ZONE);
  const where = and(
    query.idProd === undefined ? undefined : eq(priceRules.productId, query.idProd),
    sql`(${priceRules.startsOn} is null or ${priceRules.startsOn} <= ${today})`,
    sql`(${priceRules.endsOn} is null or ${priceRules.endsOn} >= ${today})`,
  );
  const { take, offset } = pageOf(query);
  const [total, rows] = await Promise.all([
    countOf(db, db.select({ id: priceRules.id }).from(priceRules).where(where).limit(COUNT_CAP)),
    db
      .select({ rule: priceRules, descricao: products.description })
      .from(priceRules)
      .innerJoin(products, eq(products.id, priceRules.productId))
      .where(where)
      .orderBy(asc(priceRules.id))
      .limit(take)
      .offset(offset),
  ]);
  const itens = rows.map(({ rule, descricao }) => ({
    id: rule.id,
    idProd: rule.productId,
    descricao,
    qtdMin: rule.minQuantity,
    qtdMax: rule.maxQuantity,
    perc: rule.percent,
    multiplo: rule.multiple,
    fim: rule.endsOn,
  }));
  return { itens, paginator: paginatorOf(query, total) };
}
