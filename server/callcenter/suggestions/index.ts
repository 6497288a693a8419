import { suggestionRoutes } from '../../../contract/callcenter/suggestions.ts';
import { implement } from '../../implement.ts';

export const suggestionImplementation = implement(suggestionRoutes, {});
