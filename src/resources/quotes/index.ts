/** Quotes: the list, those released to sell, and those that nobody goes on with. Each opens in `src/custom/quoteEditor`. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const quotes = {
  name: 'orcamentos',
  list: lazyScreen(() => import('./QuoteList.tsx'), 'QuoteList'),
};

export const ReleasedQuoteList = lazyScreen(() => import('./ReleasedQuoteList.tsx'), 'ReleasedQuoteList');
export const StalledQuoteList = lazyScreen(() => import('./StalledQuoteList.tsx'), 'StalledQuoteList');
