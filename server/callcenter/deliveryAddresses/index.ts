import { deliveryAddressRoutes } from '../../../contract/callcenter/deliveryAddresses.ts';
import { implement } from '../../implement.ts';

export const deliveryAddressImplementation = implement(deliveryAddressRoutes, {});
