import { homeRoutes } from '../../../contract/callcenter/home.ts';
import { implement } from '../../implement.ts';

export const homeImplementation = implement(homeRoutes, {});
