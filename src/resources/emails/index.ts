/** The outbox, and the e-mails that came in. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const emails = {
  name: 'emails',
  list: lazyScreen(() => import('./EmailPages.tsx'), 'EmailList'),
  edit: lazyScreen(() => import('./EmailPages.tsx'), 'EmailShow'),
};

export const receivedEmails = {
  name: 'emails-recebidos',
  list: lazyScreen(() => import('./received/ReceivedPages.tsx'), 'ReceivedList'),
  edit: lazyScreen(() => import('./received/ReceivedPages.tsx'), 'ReceivedShow'),
};
