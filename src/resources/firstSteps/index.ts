/** What a new company still has to set up. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const FirstStepsPage = lazyScreen(() => import('./FirstStepsPage.tsx'), 'FirstStepsPage');
