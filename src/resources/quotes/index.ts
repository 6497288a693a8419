import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

export const QuoteList = lazyScreen(() => import('./QuoteList.tsx'), 'QuoteList');
export const QuoteEditor = lazyScreen(() => import('./QuoteEditor.tsx'), 'QuoteEditor');
