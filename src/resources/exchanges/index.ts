import { lazyScreen } from '../../custom/layout/lazyScreen.ts';

export const ExchangeList = lazyScreen(() => import('./ExchangeList.tsx'), 'ExchangeList');
