import type { ItemChange } from '../../../contract/callcenter/quoteEditing.ts';
import type { QuoteProduct } from '../../../contract/callcenter/quoteShapes.ts';
import { minimumOf } from '../../../contract/rules/orders/packQuantity.ts';
import { standardPack } from './ProductRow.tsx';

/** A product as a change that adds its least quantity. */
export function addChange(product: QuoteProduct): ItemChange {
  const pack = standardPack(product);
  if (!pack) return { idProd: product.id };
  return {
    idProd: product.id,
    idEmb: pack.id,
    qtde: minimumOf({ unit: pack.unidade, multiple: pack.multiplo }),
  };
}
