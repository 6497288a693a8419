/** Quotes: the list and the editor, those released to sell, and those that nobody goes on with. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

const QuoteEditor = lazyScreen(() => import('./QuoteEditor.tsx'), 'QuoteEditor');

export const quotes = {
  name: 'orcamentos',
  list: lazyScreen(() => import('./QuoteList.tsx'), 'QuoteList'),
  edit: QuoteEditor,
  create: QuoteEditor,
};

export const ReleasedQuoteList = lazyScreen(() => import('./ReleasedQuoteList.tsx'), 'ReleasedQuoteList');
export const StalledQuoteList = lazyScreen(() => import('./StalledQuoteList.tsx'), 'StalledQuoteList');
