import { productRoutes } from '../../../../contract/callcenter/products.ts';
import type { EditedQuote, QuoteProduct } from '../../../../contract/callcenter/quoteShapes.ts';
import { type Decimal, parseBrazilianDecimal } from '../../../../contract/rules/decimal.ts';
import { call } from '../../../dataProvider/call.ts';
import type { EntryAnswer } from '../../../ui/entry/entryQueue.ts';
import type { AskedText } from '../../../ui/entry/useEntryQueue.tsx';

/** What stood in the field, and the brand that it was asked within. */
export interface AskedProduct extends AskedText {
  marca: string;
}

/** The product that Enter means: of just that code, else the first that can be sold. */
export async function soldProduct(
  quote: EditedQuote,
  { text, marca }: AskedProduct,
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

/** The branch has some of it, or sells what it has not. */
export const isSellable = ({ precos }: QuoteProduct, sellsWithoutStock: boolean): boolean =>
  sellsWithoutStock || precos[0]?.situacaoEstoque !== '3';

/** The hit that Enter adds: the one of just that code, else the first that can be sold. */
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

/** What was typed into the search of products: words, and how many of what they find. */
interface TypedProduct {
  quantity: Decimal | null;
  words: string;
}

/** '12*arroz' is twelve of what 'arroz' finds, as on the tills that sellers know. */
export function typedProduct(text: string): TypedProduct {
  const found = /^\s*(\d{1,6}(?:,\d{1,3})?)\s*\*(.*)$/.exec(text);
  if (!found) return { quantity: null, words: text.trim() };
  return { quantity: parseBrazilianDecimal(found[1] ?? ''), words: (found[2] ?? '').trim() };
}
