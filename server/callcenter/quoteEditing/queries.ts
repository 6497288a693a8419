export { freightProblems } from './freightChange.ts';
export { endedTerms } from './headerChange.ts';
export {
  authorizedItems,
  linesToRenew,
  resetPricesText as returnedText,
} from './lineNegotiations.ts';
export { loadedQuote, priceRefusal } from './loadedQuote.ts';
export { changesOf } from './quoteChanges.ts';
export { redLights } from './quoteLights.ts';
export { activeLines, type PricedLine } from './quoteLines.ts';
export { repackedLines } from './repackedLines.ts';
