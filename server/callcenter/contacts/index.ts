import { contactRoutes } from '../../../contract/callcenter/contacts.ts';
import { implement } from '../../implement.ts';

export const contactImplementation = implement(contactRoutes, {});
