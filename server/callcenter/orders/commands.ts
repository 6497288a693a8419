/** Commands that change the record behind quotes and orders, within the caller's transaction. */
export {
  changeOrder,
  closeLinks,
  type LockedOrder,
  lockForAction,
  loseOrder,
  orderFacts,
  reopenOrder,
  withFacts,
} from './change/changeOrder.ts';
export { lockBuyer, saveAsOrder } from './change/saveAsOrder.ts';
export { reserveStock, returnStock } from './change/stock.ts';
export { sendOrder } from './paper/sendOrder.ts';
