export { authorizedItems, linesToRenew, returnedText, uncoveredPrices } from './authorizedPrices.ts';
export { freightProblems } from './freightNotices.ts';
export { redLights } from './quoteLights.ts';
