import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

export const StalledQuoteList = lazyScreen(() => import('./StalledQuoteList.tsx'), 'StalledQuoteList');
