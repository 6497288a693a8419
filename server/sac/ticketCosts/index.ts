import { ticketCostRoutes } from '../../../contract/sac/ticketCosts.ts';
import { implement } from '../../implement.ts';
import { requireVisibleTicket } from '../tickets/queries.ts';
import { addCost } from './addCost.ts';
import { emailCost } from './emailCost.ts';
import { costsOf, shownCost } from './queries.ts';
import { removeCost } from './removeCost.ts';

export const ticketCostImplementation = implement(ticketCostRoutes, {
  async list({ params }, { db, user }) {
    await requireVisibleTicket(db, user, params.idTicket);
    return (await costsOf(db, params.idTicket)).map(shownCost);
  },
  create: addCost,
  remove: removeCost,
  sendEmail: emailCost,
});
