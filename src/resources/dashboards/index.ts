/** What goes on in customer service, in figures and charts. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const DashboardPage = lazyScreen(() => import('./DashboardPage.tsx'), 'DashboardPage');
