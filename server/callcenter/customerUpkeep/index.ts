import { customerUpkeepRoutes } from '../../../contract/callcenter/customerUpkeep.ts';
import { implement } from '../../implement.ts';

export const customerUpkeepImplementation = implement(customerUpkeepRoutes, {});
