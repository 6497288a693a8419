import { lazyScreen } from '../../custom/layout/lazyScreen.ts';

export const HomeContentPage = lazyScreen(() => import('./HomeContentPage.tsx'), 'HomeContentPage');
