import { lazyScreen } from '../../custom/layout/lazyScreen.ts';

export const SuggestionsPage = lazyScreen(() => import('./SuggestionsPage.tsx'), 'SuggestionsPage');
