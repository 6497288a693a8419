export { sourceResults } from './sources.ts';
