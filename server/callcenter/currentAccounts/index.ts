import { currentAccountRoutes } from '../../../contract/callcenter/currentAccounts.ts';
import { implement } from '../../implement.ts';
import { accountBalances, listAccounts } from './list.ts';
import { accountStatement, exportStatement } from './statement.ts';
import { transferBalance } from './transfer.ts';

export const currentAccountImplementation = implement(currentAccountRoutes, {
  list: listAccounts,
  statement: accountStatement,
  exportStatement,
  transfer: transferBalance,
  balances: accountBalances,
});
