import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

export const BoardsPage = lazyScreen(() => import('./BoardsPage.tsx'), 'BoardsPage');
