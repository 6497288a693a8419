import { lazyScreen } from '../../custom/layout/lazyScreen.ts';

export const ReleasedQuoteList = lazyScreen(() => import('./ReleasedQuoteList.tsx'), 'ReleasedQuoteList');
