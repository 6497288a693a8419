import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

/** E-mails that came in; each screen is loaded when it is first opened. */
export const ReceivedList = lazyScreen(() => import('./ReceivedList.tsx'), 'ReceivedList');
export const ReceivedShow = lazyScreen(() => import('./ReceivedShow.tsx'), 'ReceivedShow');
