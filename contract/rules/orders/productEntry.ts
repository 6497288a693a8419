import type { QuoteProduct } from '../../callcenter/quotes/quoteShapes.ts';
import { type Decimal, parseBrazilianDecimal } from '../decimal.ts';

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

/** How a quantity of a product is typed: by its code, because words may find another one first. */
export const typedText = (quantity: Decimal, { idExibicao }: Pick<QuoteProduct, 'idExibicao'>): string =>
  `${quantity.replace('.', ',')}*${idExibicao}`;

export const unavailable = ({ descricao }: Pick<QuoteProduct, 'descricao'>) =>
  `${descricao} está indisponível no momento.`;

/** Whether the branch has the product in stock or sells without stock. */
export const isSellable = ({ precos }: Pick<QuoteProduct, 'precos'>, sellsWithoutStock: boolean): boolean =>
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
