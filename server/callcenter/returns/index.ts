import { returnRoutes } from '../../../contract/callcenter/returns.ts';
import { implement } from '../../implement.ts';
import { productsOfInvoice } from '../../sac/invoices/index.ts';
import { listInvoices } from '../../sac/invoices/list.ts';
import { addReturnProducts, createReturn } from './create.ts';
import { listReturns } from './list.ts';
import { returnReasons } from './returnType.ts';

export const returnImplementation = implement(returnRoutes, {
  reasons: returnReasons,
  list: listReturns,
  invoices: listInvoices,
  products: ({ params }, ctx) => productsOfInvoice(params.numNf, ctx),
  create: createReturn,
  addProducts: addReturnProducts,
});
