/** What sellers are to reach, and how far they are. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const GoalsPage = lazyScreen(() => import('./GoalsPage.tsx'), 'GoalsPage');
