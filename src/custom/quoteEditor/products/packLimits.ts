import type { EditedQuote, Packaging, QuoteProduct } from '../../../../contract/callcenter/quoteShapes.ts';
import type { Decimal } from '../../../../contract/rules/decimal.ts';
import { allowedAround, type PackLimits } from '../../../../contract/rules/orders/packaging.ts';
import { packMax } from '../../../../contract/rules/orders/shownStock.ts';
import { formatQuantity } from '../../../../contract/rules/quantity.ts';
import type { Substitute } from '../../../ui/entry/entryQueue.ts';
import type { RequestedProduct } from './findProductToAdd.ts';

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
