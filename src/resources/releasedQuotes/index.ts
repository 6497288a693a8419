import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

export const ReleasedQuoteList = lazyScreen(() => import('./ReleasedQuoteList.tsx'), 'ReleasedQuoteList');
