export { advance, finish } from './index.ts';
export { reclassify } from './reclassify.ts';
