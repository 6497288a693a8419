import { ticketRoutes } from '#contract/sac/tickets.ts';
import { implement } from '../../implement.ts';
import { createTicket } from './create/createTicket.ts';
import { oneTicket } from './detail/oneTicket.ts';
import { likeTickets } from './list/likeTickets.ts';
import { listTickets } from './list/listTickets.ts';
import { proposedAnswers } from './list/proposedAnswers.ts';
import { recentTickets, ticketTotals } from './list/queries.ts';
import { ticketSums } from './list/ticketSums.ts';

export const ticketImplementation = implement(ticketRoutes, {
  list: ({ query }, ctx) => listTickets(query, ctx),
  create: createTicket,
  search: ({ body }, ctx) => listTickets(body, ctx),
  sums: ticketSums,
  recent: (_, ctx) => recentTickets(ctx),
  totals: ({ query }, ctx) => ticketTotals(query, ctx),
  like: likeTickets,
  proposed: proposedAnswers,
  get: async ({ params }, ctx) => ({ data: await oneTicket(params.idTicket, ctx) }),
});
