import { currentAccountRoutes } from '../../../contract/callcenter/currentAccounts.ts';
import { implement } from '../../implement.ts';

export const currentAccountImplementation = implement(currentAccountRoutes, {});
