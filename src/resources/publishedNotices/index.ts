import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

/** The notices for those who write them; each screen is loaded when it is first opened. */
export const NoticeList = lazyScreen(() => import('./NoticeList.tsx'), 'NoticeList');
export const NoticeEdit = lazyScreen(() => import('./NoticeEdit.tsx'), 'NoticeEdit');
export const NoticeCreate = lazyScreen(() => import('./NoticeEdit.tsx'), 'NoticeCreate');
