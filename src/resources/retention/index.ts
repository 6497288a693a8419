/** How long personal data is kept, and what happens to it then. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const RetentionPage = lazyScreen(() => import('./RetentionPage.tsx'), 'RetentionPage');
export const RetentionRulePage = lazyScreen(() => import('./RetentionRulePage.tsx'), 'RetentionRulePage');
