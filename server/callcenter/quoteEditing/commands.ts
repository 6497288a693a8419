export { endNegotiations, returnPrices } from './authorizedPrices.ts';
export { changeQuote } from './changeQuote.ts';
export { openQuote } from './openQuote.ts';
