import { salesLookupRoutes } from '../../../contract/callcenter/salesLookups.ts';
import { implement } from '../../implement.ts';

export const salesLookupImplementation = implement(salesLookupRoutes, {});
