/** What quotes, payments and other modules ask of the record that quotes and orders are. */

export { payable } from '../creditFacts.ts';
export { orderProblems } from './change/orderProblems.ts';
export { orderHistory, requireReadable } from './detail/history.ts';
export { orderView } from './detail/orderView.ts';
export { requireCustomer } from './detail/requireCustomer.ts';
export { linkStatusAt, shownLink } from './detail/shownLink.ts';
export { paidLink } from './detail/tellingLink.ts';
export { exportOrders } from './list/exportOrders.ts';
export { listOrders, pageOfOrders } from './list/listOrders.ts';
export { orderCondition } from './list/orderCondition.ts';
export { orderHits } from './list/orderHits.ts';
export { orderRows } from './list/orderRows.ts';
export { orderFile } from './paper/orderFile.ts';
