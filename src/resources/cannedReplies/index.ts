/** Texts that people insert into their replies to tickets. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const cannedReplies = {
  name: 'respostas',
  list: lazyScreen(() => import('./CannedReplyPages.tsx'), 'CannedReplyList'),
  edit: lazyScreen(() => import('./CannedReplyPages.tsx'), 'CannedReplyEdit'),
  create: lazyScreen(() => import('./CannedReplyPages.tsx'), 'CannedReplyCreate'),
};
