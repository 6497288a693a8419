import { productRoutes } from '#contract/callcenter/products.ts';
import type { EditedQuote, Packaging, QuoteProduct } from '#contract/callcenter/quotes/quoteShapes.ts';
import { type Decimal, parseBrazilianDecimal } from '#contract/rules/decimal.ts';
import { allowedAround, type PackLimits } from '#contract/rules/orders/packaging.ts';
import { packMax } from '#contract/rules/orders/shownStock.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { call } from '#data/call.ts';
import type { EntryAnswer, Substitute } from '#ui/entry/entryQueue.ts';
import type { RequestedText } from '#ui/entry/useEntryQueue.tsx';

/** The text of the field, and the brand it was searched within. */
export interface RequestedProduct extends RequestedText {
  marca: string;
}

/** The product that Enter refers to: the one with exactly that code, or else the first that can be sold. */
export async function findProductToAdd(
  quote: EditedQuote,
  { text, marca }: RequestedProduct,
): Promise<EntryAnswer<QuoteProduct>> {
  const { words } = typedProduct(text);
  const query = { take: 12, q: words, ...(marca && { marca }) };
  const { itens } = await call(productRoutes.ofQuote, { params: { idPedido: quote.id }, query });
  const { vendaSemEstoque } = quote.regras;
  const hit = itens[firstToSell(itens, words, vendaSemEstoque)];
  if (!hit) return { nothing: 'Nenhum produto encontrado.' };
  return isSellable(hit, vendaSemEstoque) ? { found: hit } : { nothing: unavailable(hit) };
}

export const unavailable = ({ descricao }: QuoteProduct) => `${descricao} está indisponível no momento.`;

/** Whether the branch has the product in stock or sells without stock. */
export const isSellable = ({ precos }: QuoteProduct, sellsWithoutStock: boolean): boolean =>
  sellsWithoutStock || precos[0]?.situacaoEstoque !== '3';

/** Index of the hit that Enter adds: the one with exactly that code, or else the first that can be sold. */
export function firstToSell(
  hits: readonly QuoteProduct[],
  words: string,
  sellsWithoutStock: boolean,
): number {
  const code = words.replace(/\s/g, '').toLowerCase();
  const [first] = hits;
  if (first && [first.idExibicao, first.codigoBarras].some((each) => each.toLowerCase() === code)) return 0;
  return Math.max(
    0,
    hits.findIndex((hit) => isSellable(hit, sellsWithoutStock)),
  );
}

/** What was typed into the product search: the words, and the quantity to add. */
interface TypedProduct {
  quantity: Decimal | null;
  words: string;
}

/** '12*arroz' means twelve of the product that 'arroz' finds, as on the cash registers that sellers are used to. */
export function typedProduct(text: string): TypedProduct {
  const found = /^\s*(\d{1,6}(?:,\d{1,3})?)\s*\*(.*)$/.exec(text);
  if (!found) return { quantity: null, words: text.trim() };
  return { quantity: parseBrazilianDecimal(found[1] ?? ''), words: (found[2] ?? '').trim() };
}

/** What a line of a quote may have of a product in this packaging. */
export const packLimits = (quote: EditedQuote, { precos }: QuoteProduct, pack: Packaging): PackLimits => ({
  unit: pack.unidade,
  divides: pack.fracionavel,
  multiple: pack.multiplo,
  max: packMax(precos[0]?.qtdMax ?? '-1', pack.fator_conversao),
  digits: quote.regras.tamanhoMaximoQuantidade,
});

/**
 * The nearest quantities that a product is sold in: 'Incluir 6' and 'Incluir 12' for '7*arroz'. The product is named by its
 * code, because the words may find another one first.
 */
export const withAllowedQuantities = (
  { idExibicao }: QuoteProduct,
  quantity: Decimal,
  limits: PackLimits,
): Substitute<RequestedProduct>[] =>
  allowedAround(quantity, limits).map((allowed) => ({
    label: `Incluir ${formatQuantity(allowed)}`,
    requested: { text: `${allowed.replace('.', ',')}*${idExibicao}`, marca: '' },
  }));
