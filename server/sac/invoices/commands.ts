export {
  cancelInvoices,
  countLastPurchase,
  forgetUnpaid,
  recountCustomers,
  tellTickets,
} from './cancelInvoices.ts';
export { countOpenTitles, lockCustomers } from './countOpenTitles.ts';
