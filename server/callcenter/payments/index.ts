import { paymentRoutes } from '../../../contract/callcenter/payments.ts';
import { implement } from '../../implement.ts';
import { createLink, processPayment, publicPayment, renewLink } from './links.ts';
import { pay } from './pay.ts';

export const paymentImplementation = implement(paymentRoutes, {
  createLink,
  renewLink,
  processPayment,
  toPay: async ({ params }, ctx) => ({ data: await publicPayment(params.hashPagamento, ctx) }),
  pay,
});
