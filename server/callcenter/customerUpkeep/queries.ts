export { availableCreditOf, overdueOf } from './finances.ts';
