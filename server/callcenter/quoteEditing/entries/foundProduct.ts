import { inArray, or } from 'drizzle-orm';
import type { LineEntry } from '#contract/callcenter/quotes/quoteEntry.ts';
import type { QuoteProduct } from '#contract/callcenter/quotes/quoteShapes.ts';
import { firstToSell, isSellable, typedProduct, unavailable } from '#contract/rules/orders/productEntry.ts';
import type { Context } from '#server/context.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import { products } from '#server/db/tables/index.ts';
import type { OrderRecord } from '../../orderCore/commands.ts';
import { type SaleSetting, viewsOf } from '../../productCore/queries.ts';
import { productsOfQuote } from '../../products/queries.ts';

export interface CodedProduct {
  id: number;
  description: string;
}

/** Products by code and barcode, in small letters; only those that are sold. */
export async function productsByCode(
  db: Executor,
  codes: readonly string[],
): Promise<Map<string, CodedProduct>> {
  const wanted = [...new Set(codes.flatMap((code) => [code, code.toUpperCase(), code.toLowerCase()]))];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .select({
      id: products.id,
      code: products.code,
      barcode: products.barcode,
      description: products.description,
      inactive: products.inactive,
    })
    .from(products)
    .where(or(inArray(products.code, wanted), inArray(products.barcode, wanted)))
    .orderBy(products.id);
  const sold = rows.filter(({ inactive }) => !inactive);
  // A code wins over a barcode that another product has.
  return new Map([
    ...sold.flatMap((one) => (one.barcode === '' ? [] : [[one.barcode.toLowerCase(), one] as const])),
    ...sold.map((one) => [one.code.toLowerCase(), one] as const),
  ]);
}

type Found = { product: QuoteProduct } | { nothing: string };

/** The product that each text means, as Enter in the search would find it: by code and barcode together, by words one by one. */
export async function foundProducts(
  tx: Tx,
  ctx: Context,
  { order, setting, entries }: { order: OrderRecord; setting: SaleSetting; entries: readonly LineEntry[] },
): Promise<Found[]> {
  const asked = entries.map(({ texto, marca = '' }) => ({ ...typedProduct(texto), marca }));
  const codeOf = (words: string) => words.replace(/\s/g, '').toLowerCase();
  const byCode = await productsByCode(
    tx,
    asked.flatMap(({ words, marca }) => (marca === '' && words !== '' ? [codeOf(words)] : [])),
  );
  const views = await viewsOf(tx, setting, [...new Set([...byCode.values()].map((one) => one.id))], order);
  const viewOf = new Map(views.map((view) => [view.id, view]));
  const sellsWithoutStock = setting.parameters.vendaSemEstoque;
  const judged = (hit: QuoteProduct | undefined): Found => {
    if (!hit) return { nothing: 'Nenhum produto encontrado.' };
    return isSellable(hit, sellsWithoutStock) ? { product: hit } : { nothing: unavailable(hit) };
  };
  const found: Found[] = [];
  for (const { words, marca } of asked) {
    const exact = marca === '' ? viewOf.get(byCode.get(codeOf(words))?.id ?? 0) : undefined;
    if (exact || words === '') found.push(judged(exact));
    else {
      const query = { take: 12, q: words.slice(0, 100), ...(marca && { marca }) };
      const { itens } = await productsOfQuote({ ...ctx, db: tx }, order.id, query);
      found.push(judged(itens[firstToSell(itens, words, sellsWithoutStock)]));
    }
  }
  return found;
}
