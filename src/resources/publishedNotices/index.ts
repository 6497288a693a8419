import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

/** The notices for their authors; each screen is loaded when it is first opened. */
export const NoticeList = lazyScreen(() => import('./NoticeList.tsx'), 'NoticeList');
export const NoticeEdit = lazyScreen(() => import('./NoticeEdit.tsx'), 'NoticeEdit');
export const NoticeCreate = lazyScreen(() => import('./NoticeEdit.tsx'), 'NoticeCreate');
