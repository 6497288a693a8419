import { lazyScreen } from '../../custom/layout/lazyScreen.ts';

export const InitialLoadPage = lazyScreen(() => import('./InitialLoadPage.tsx'), 'InitialLoadPage');
