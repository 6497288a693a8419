import { quoteRoutes } from '../../../contract/callcenter/quotes.ts';
import { implement } from '../../implement.ts';

export const quoteImplementation = implement(quoteRoutes, {});
