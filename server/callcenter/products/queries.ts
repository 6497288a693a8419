export { mixOfCustomer } from './related.ts';
