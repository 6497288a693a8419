export { freightProblems } from './freightChange.ts';
export { endedTerms } from './headerChange.ts';
export {
  authorizedItems,
  linesToRenew,
  resetPricesText as returnedText,
} from './lineNegotiations.ts';
export { refusedInTurn } from './linePrices.ts';
export { loadedQuote, priceRefusal } from './loadedQuote.ts';
export { changesOf } from './quoteChanges.ts';
export { redLights } from './quoteLights.ts';
export { activeLines, lineIn, type PricedLine, pricingOf } from './quoteLines.ts';
export { repackedLines } from './repackedLines.ts';
