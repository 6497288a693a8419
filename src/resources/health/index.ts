/** Whether the installation works as it should. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const HealthPage = lazyScreen(() => import('./HealthPage.tsx'), 'HealthPage');
