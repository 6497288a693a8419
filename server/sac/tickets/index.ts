import { ticketRoutes } from '../../../contract/sac/tickets.ts';
import { implement } from '../../implement.ts';
import { createTicket } from './create/createTicket.ts';
import { attachmentFile } from './detail/attachmentFile.ts';
import { oneTicket } from './detail/oneTicket.ts';
import { ticketActivities } from './detail/ticketActivities.ts';
import { attachmentsWhere } from './detail/ticketAttachments.ts';
import { ticketHistory } from './detail/ticketHistory.ts';
import { ticketProducts } from './detail/ticketProducts.ts';
import { listTickets } from './list/listTickets.ts';
import { recentTickets } from './list/recentTickets.ts';
import { ticketTotals } from './list/ticketTotals.ts';
import { requireVisibleTicket } from './queries.ts';

export const ticketImplementation = implement(ticketRoutes, {
  list: ({ query }, ctx) => listTickets(query, ctx),
  create: createTicket,
  search: ({ body }, ctx) => listTickets(body, ctx),
  recent: (_, ctx) => recentTickets(ctx),
  totals: ({ query }, ctx) => ticketTotals(query, ctx),
  get: async ({ params }, ctx) => ({ data: await oneTicket(params.idTicket, ctx) }),
  history: ticketHistory,
  activities: ({ params }, ctx) => ticketActivities(params.idTicket, ctx),
  attachments: async ({ params }, { db, user }) => {
    await requireVisibleTicket(db, user, params.idTicket);
    return attachmentsWhere({ db, user }, params.idTicket);
  },
  attachment: attachmentFile,
  products: ({ params }, ctx) => ticketProducts(params.idTicket, ctx),
});
