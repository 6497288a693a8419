import { freightRoutes } from '../../../contract/callcenter/freight.ts';
import { implement } from '../../implement.ts';

export const freightImplementation = implement(freightRoutes, {});
