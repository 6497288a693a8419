export { generatePickups } from './generate.ts';
export { releasePickup } from './releasePickup.ts';
