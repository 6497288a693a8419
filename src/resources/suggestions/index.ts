import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

export const SuggestionsPage = lazyScreen(() => import('./SuggestionsPage.tsx'), 'SuggestionsPage');
