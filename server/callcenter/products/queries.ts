export { mixOfCustomer } from './mix.ts';
