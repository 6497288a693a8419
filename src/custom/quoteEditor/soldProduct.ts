import { productRoutes } from '../../../contract/callcenter/products.ts';
import type { EditedQuote, QuoteProduct } from '../../../contract/callcenter/quoteShapes.ts';
import { call } from '../../dataProvider/call.ts';
import type { EntryAnswer } from '../../ui/entry/entryQueue.ts';
import type { AskedText } from '../../ui/entry/useEntryQueue.ts';
import { firstToSell, isSellable } from './firstToSell.ts';
import { typedProduct } from './typedProduct.ts';

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
