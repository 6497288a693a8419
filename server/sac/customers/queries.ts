export {
  branchesOfCustomers,
  type CustomerBranch,
  type CustomerRow,
  carriersOfCustomer,
  customerHits,
  customerOption,
  matchesTerms,
  searchOrder,
  visibleCustomer,
} from './customerLookup.ts';
export { nameOf, noteOf } from './customerRegistration.ts';
export { customerCondition } from './list/customerCondition.ts';
export { listCustomers } from './list/listCustomers.ts';
export { type Seller, sellersAmong, servesCustomer, servesNot } from './sellers.ts';
