import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

/** The outbox; each screen is loaded when it is first opened. */
export const EmailList = lazyScreen(() => import('./EmailList.tsx'), 'EmailList');
export const EmailShow = lazyScreen(() => import('./EmailShow.tsx'), 'EmailShow');
