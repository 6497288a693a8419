export { goOnErasing } from './erase.ts';
