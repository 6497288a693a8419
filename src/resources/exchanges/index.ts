import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

export const ExchangeList = lazyScreen(() => import('./ExchangeList.tsx'), 'ExchangeList');
