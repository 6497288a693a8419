/** Who changed what, and when. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const audit = {
  name: 'auditoria',
  list: lazyScreen(() => import('./AuditPages.tsx'), 'AuditList'),
  edit: lazyScreen(() => import('./AuditPages.tsx'), 'AuditShow'),
};
