/** What quotes, payments and other modules need to read from the record behind quotes and orders. */

export { payable } from '../orderCore/queries.ts';
export { impedimentsOf, orderProblems } from './change/orderRefusals.ts';
export { mayRead, orderHistory, requireCustomer, requireReadable } from './detail/history.ts';
export { lastOrder, lastOwn } from './detail/lastOrder.ts';
export { orderView } from './detail/orderView.ts';
export { linkStatusAt, paidLink, shownLink } from './detail/paymentLink.ts';
export { exportOrders, listOrders, pageOfOrders } from './list/listOrders.ts';
export { orderCondition } from './list/orderCondition.ts';
export { orderConditionFields } from './list/orderConditionFields.ts';
export { orderListSums } from './list/orderListSums.ts';
export { orderHits, orderRows } from './list/readOrders.ts';
export { orderFile } from './paper/sendOrder.ts';
