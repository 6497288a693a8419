export { isSource } from './options/index.ts';
export { outsideOptions } from './options/outsideOptions.ts';
export { optionSources } from './options/sources.ts';
