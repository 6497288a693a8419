import { negotiationRoutes } from '../../../contract/callcenter/negotiations.ts';
import { implement } from '../../implement.ts';

export const negotiationImplementation = implement(negotiationRoutes, {});
