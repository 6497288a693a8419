import { lazyScreen } from '../../custom/layout/lazyScreen.ts';

export const BoardsPage = lazyScreen(() => import('./BoardsPage.tsx'), 'BoardsPage');
