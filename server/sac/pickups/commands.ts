export { generatePickups } from './generate.ts';
