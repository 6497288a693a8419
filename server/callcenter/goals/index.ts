import { goalRoutes } from '../../../contract/callcenter/goals.ts';
import { implement } from '../../implement.ts';

export const goalImplementation = implement(goalRoutes, {});
