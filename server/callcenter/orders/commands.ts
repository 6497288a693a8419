/** What changes the record that quotes and orders are, within the transaction of who asks for it. */
export {
  auditFacts,
  changeOrder,
  closeLinks,
  type LockedOrder,
  lockForAction,
  withFacts,
} from './change/changeOrder.ts';
export { saveAsOrder } from './change/saveAsOrder.ts';
export { reserveStock, returnStock } from './change/stock.ts';
export { sendOrder } from './paper/sendOrder.ts';
