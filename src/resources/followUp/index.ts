import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

export const FollowUpPage = lazyScreen(() => import('./FollowUpPage.tsx'), 'FollowUpPage');
export const CustomerFollowUpPage = lazyScreen(
  () => import('./CustomerFollowUpPage.tsx'),
  'CustomerFollowUpPage',
);
