import { paymentRoutes } from '../../../contract/callcenter/payments.ts';
import { implement } from '../../implement.ts';

export const paymentImplementation = implement(paymentRoutes, {});
