export { isSource, namedOptions, outsideOptions } from './options/index.ts';
export { optionSources } from './options/sources.ts';
