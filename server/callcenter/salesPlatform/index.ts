import { salesPlatformRoutes } from '../../../contract/callcenter/salesPlatform.ts';
import { implement } from '../../implement.ts';

export const salesPlatformImplementation = implement(salesPlatformRoutes, {});
