import { followUpRoutes } from '../../../contract/callcenter/followUp.ts';
import { implement } from '../../implement.ts';

export const followUpImplementation = implement(followUpRoutes, {});
