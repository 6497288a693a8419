export {
  authorizedItems,
  endNegotiations,
  linesToRenew,
  returnedText,
  returnPrices,
  uncoveredPrices,
} from './authorizedPrices.ts';
export { changeQuote } from './changeQuote.ts';
export { freightProblems } from './freightNotices.ts';
export { openQuote } from './openQuote.ts';
export { redLights } from './quoteLights.ts';
