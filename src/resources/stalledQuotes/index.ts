import { lazyScreen } from '../../custom/layout/lazyScreen.ts';

export const StalledQuoteList = lazyScreen(() => import('./StalledQuoteList.tsx'), 'StalledQuoteList');
