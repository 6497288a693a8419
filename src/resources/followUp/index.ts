/** Boards on which orders and customers are followed up, and the boards themselves. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const FollowUpPage = lazyScreen(() => import('./FollowUpPage.tsx'), 'FollowUpPage');
export const CustomerFollowUpPage = lazyScreen(
  () => import('./CustomerFollowUpPage.tsx'),
  'CustomerFollowUpPage',
);
export const BoardsPage = lazyScreen(() => import('./boards/BoardsPage.tsx'), 'BoardsPage');
