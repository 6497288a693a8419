/** Tickets: the list, and one with its conversation, products and steps. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const tickets = {
  name: 'tickets',
  list: lazyScreen(() => import('./TicketList.tsx'), 'TicketList'),
  edit: lazyScreen(() => import('./TicketShow.tsx'), 'TicketShow'),
};
