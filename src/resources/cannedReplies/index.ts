import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

/** Frequently used answers; each screen is loaded when it is first opened. */
export const CannedReplyList = lazyScreen(() => import('./CannedReplyList.tsx'), 'CannedReplyList');
export const CannedReplyEdit = lazyScreen(() => import('./CannedReplyEdit.tsx'), 'CannedReplyEdit');
export const CannedReplyCreate = lazyScreen(() => import('./CannedReplyEdit.tsx'), 'CannedReplyCreate');
