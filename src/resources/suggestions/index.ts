/** Products to offer to a customer, from past orders or from a list. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const SuggestionsPage = lazyScreen(() => import('./SuggestionsPage.tsx'), 'SuggestionsPage');
