import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

export const InitialLoadPage = lazyScreen(() => import('./InitialLoadPage.tsx'), 'InitialLoadPage');
