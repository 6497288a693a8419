import { customerPanelRoutes } from '../../../contract/callcenter/customerPanel.ts';
import { implement } from '../../implement.ts';
import { listCustomers } from '../../sac/customers/list/listCustomers.ts';
import { listTickets } from '../../sac/tickets/list/listTickets.ts';
import { activityLog } from './activityLog.ts';
import { bulkCustomers } from './bulk/bulkCustomers.ts';
import { customerNotes } from './customerNotes.ts';
import { latestOrders, openOrders } from './customerOrders.ts';
import { sellersOf, supervisorsOf } from './customerPeople.ts';
import { panelCustomer, panelRow } from './panelCustomer.ts';
import { publishedPanel } from './publishedPanel.ts';
import { serviceRequests } from './serviceRequests.ts';

/** The customer panel. Whoever does not see the customer gets the 404 of an unknown one, whatever they ask about them. */
export const customerPanelImplementation = implement(customerPanelRoutes, {
  bulk: bulkCustomers,
  list: listCustomers,
  layout: (_, { db }) => publishedPanel(db),
  get: async ({ params }, ctx) => ({ data: await panelCustomer(params.idCli, ctx) }),
  supervisors: async ({ params: { idCli } }, ctx) => {
    await panelRow(idCli, ctx);
    return supervisorsOf(ctx.db, idCli);
  },
  sellers: async ({ params: { idCli } }, ctx) => {
    await panelRow(idCli, ctx);
    return sellersOf(ctx.db, idCli);
  },
  tickets: async ({ params: { idCli }, query }, ctx) => {
    await panelRow(idCli, ctx);
    return listTickets({ ...query, idCli }, ctx);
  },
  activity: async ({ params: { idCli }, query }, ctx) => {
    await panelRow(idCli, ctx);
    return activityLog(idCli, { take: 5, ...query }, ctx);
  },
  requests: async ({ params: { idCli } }, ctx) => {
    await panelRow(idCli, ctx);
    return serviceRequests(idCli, ctx);
  },
  notes: async ({ params }, ctx) => customerNotes(await panelRow(params.idCli, ctx)),
  latestOrders: async ({ params: { idCli } }, ctx) => {
    await panelRow(idCli, ctx);
    return latestOrders(idCli, ctx);
  },
  openOrders: async ({ params: { idCli } }, ctx) => {
    await panelRow(idCli, ctx);
    return openOrders(idCli, ctx);
  },
});
