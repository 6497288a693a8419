/** Boards on which orders are followed up, and the boards themselves. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const FollowUpPage = lazyScreen(() => import('./FollowUpPage.tsx'), 'FollowUpPage');
export const BoardsPage = lazyScreen(() => import('./boards/BoardsPage.tsx'), 'BoardsPage');
