import type { ItemChange } from '../../../contract/callcenter/quoteEditing.ts';
import type { QuoteProduct } from '../../../contract/callcenter/quoteShapes.ts';
import type { Decimal } from '../../../contract/rules/decimal.ts';
import { minimumOf } from '../../../contract/rules/orders/packQuantity.ts';
import { standardPack } from './ProductRow.tsx';

/** A product as a change that adds so much of it, else its least quantity. */
export function addChange(product: QuoteProduct, quantity: Decimal | null = null): ItemChange {
  const pack = standardPack(product);
  if (!pack) return { idProd: product.id, ...(quantity && { qtde: quantity }) };
  return {
    idProd: product.id,
    idEmb: pack.id,
    qtde: quantity ?? minimumOf({ divides: pack.fracionavel, multiple: pack.multiplo }),
  };
}
