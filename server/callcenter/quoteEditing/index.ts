import { quoteEditingRoutes } from '../../../contract/callcenter/quoteEditing.ts';
import { implement } from '../../implement.ts';

export const quoteEditingImplementation = implement(quoteEditingRoutes, {});
