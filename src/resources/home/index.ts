/** The first page after the sign-in, and the banners and showcases that a company shows there. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const HomePage = lazyScreen(() => import('./HomePage.tsx'), 'HomePage');
export const HomeContentPage = lazyScreen(() => import('./content/HomeContentPage.tsx'), 'HomeContentPage');
