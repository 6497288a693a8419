import { returnRoutes } from '../../../contract/callcenter/returns.ts';
import { implement } from '../../implement.ts';

export const returnImplementation = implement(returnRoutes, {});
