export { listInvoices, productsOfInvoice } from './list.ts';
export { type PurchaseColumns, purchases } from './purchases.ts';
export {
  type BranchRow,
  linesOf,
  linesWith,
  lockLines,
  returnWindow,
  servingBranch,
  standingInvoice,
  visibleInvoice,
} from './returnableLines.ts';
