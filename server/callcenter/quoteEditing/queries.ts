export { freightProblems } from './freightChange.ts';
export { endedTerms } from './headerChange.ts';
export {
  authorizedItems,
  linesToRenew,
  resetPricesText as returnedText,
} from './lineNegotiations.ts';
export { priceRefusal } from './loadedQuote.ts';
export { redLights } from './quoteLights.ts';
export type { PricedLine } from './quoteLines.ts';
export { repackedLines } from './repackedLines.ts';
