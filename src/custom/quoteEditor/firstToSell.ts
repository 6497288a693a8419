import type { QuoteProduct } from '../../../contract/callcenter/quoteShapes.ts';

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
