/** The banners and showcases of the home page (`src/custom/dashboardPage`), and what waits for a person. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const HomeContentPage = lazyScreen(() => import('./content/HomeContentPage.tsx'), 'HomeContentPage');
