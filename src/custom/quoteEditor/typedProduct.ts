import { type Decimal, parseBrazilianDecimal } from '../../../contract/rules/decimal.ts';

/** What was typed into the search of products: words, and how many of what they find. */
export interface TypedProduct {
  quantity: Decimal | null;
  words: string;
}

/** '12*arroz' is twelve of what 'arroz' finds, as on the tills that sellers know. */
export function typedProduct(text: string): TypedProduct {
  const found = /^\s*(\d{1,6}(?:,\d{1,3})?)\s*\*(.*)$/.exec(text);
  if (!found) return { quantity: null, words: text.trim() };
  return { quantity: parseBrazilianDecimal(found[1] ?? ''), words: (found[2] ?? '').trim() };
}
