import { documentRoutes } from '../../../contract/callcenter/documents.ts';
import { implement } from '../../implement.ts';

export const documentImplementation = implement(documentRoutes, {});
