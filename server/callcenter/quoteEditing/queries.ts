export { changeQuote } from './changeQuote.ts';
export { openQuote } from './openQuote.ts';
