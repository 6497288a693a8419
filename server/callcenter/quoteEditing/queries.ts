export {
  authorizedItems,
  endNegotiations,
  returnedText,
  returnPrices,
  uncoveredPrices,
} from './authorizedPrices.ts';
export { changeQuote } from './changeQuote.ts';
export { outgrownText } from './freightNotices.ts';
export { openQuote } from './openQuote.ts';
