import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

/** The log of every write; each screen is loaded when it is first opened. */
export const AuditList = lazyScreen(() => import('./AuditList.tsx'), 'AuditList');
export const AuditShow = lazyScreen(() => import('./AuditShow.tsx'), 'AuditShow');
