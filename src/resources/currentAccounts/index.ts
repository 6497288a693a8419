import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

export const AccountList = lazyScreen(() => import('./AccountList.tsx'), 'AccountList');
export const AccountStatement = lazyScreen(() => import('./AccountStatement.tsx'), 'AccountStatement');
