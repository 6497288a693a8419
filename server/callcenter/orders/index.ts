import { orderRoutes } from '../../../contract/callcenter/orders.ts';
import { implement } from '../../implement.ts';

export const orderImplementation = implement(orderRoutes, {});
