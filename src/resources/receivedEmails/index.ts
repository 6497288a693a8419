import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

/** Received e-mails; each screen is loaded when it is first opened. */
export const ReceivedList = lazyScreen(() => import('./ReceivedList.tsx'), 'ReceivedList');
export const ReceivedShow = lazyScreen(() => import('./ReceivedShow.tsx'), 'ReceivedShow');
