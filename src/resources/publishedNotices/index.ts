/** Notices to the people of the company. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const publishedNotices = {
  name: 'avisos-publicados',
  list: lazyScreen(() => import('./NoticeList.tsx'), 'NoticeList'),
  edit: lazyScreen(() => import('./NoticeEdit.tsx'), 'NoticeEdit'),
  create: lazyScreen(() => import('./NoticeEdit.tsx'), 'NoticeCreate'),
};
