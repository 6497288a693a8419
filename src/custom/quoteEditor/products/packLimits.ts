import type { EditedQuote, Packaging, QuoteProduct } from '#contract/callcenter/quotes/quoteShapes.ts';
import type { PackLimits } from '#contract/rules/orders/packaging.ts';
import { packMax } from '#contract/rules/orders/shownStock.ts';

/** What a line of a quote may have of a product in this packaging. */
export const packLimits = (quote: EditedQuote, { precos }: QuoteProduct, pack: Packaging): PackLimits => ({
  unit: pack.unidade,
  divides: pack.fracionavel,
  multiple: pack.multiplo,
  max: packMax(precos[0]?.qtdMax ?? '-1', pack.fator_conversao),
  digits: quote.regras.tamanhoMaximoQuantidade,
});
