import { dimensionRoutes } from '../../../contract/callcenter/dimensions.ts';
import { implement } from '../../implement.ts';

export const dimensionImplementation = implement(dimensionRoutes, {});
