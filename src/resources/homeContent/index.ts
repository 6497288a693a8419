import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

export const HomeContentPage = lazyScreen(() => import('./HomeContentPage.tsx'), 'HomeContentPage');
