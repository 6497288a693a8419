export { authorizedItems, linesToRenew, returnedText, uncoveredPrices } from './authorizedPrices.ts';
export { freightProblems } from './freightChange.ts';
export { redLights } from './quoteLights.ts';
