export {
  authorizedItems,
  linesToRenew,
  resetPricesText as returnedText,
  unauthorizedPricesText as uncoveredPrices,
} from './authorizedPrices.ts';
export { freightProblems } from './freightChange.ts';
export { redLights } from './quoteLights.ts';
