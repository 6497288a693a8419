import { allows } from '../../../contract/permissions.ts';
import { HITS, searchRoutes } from '../../../contract/sac/search.ts';
import { orderHits } from '../../callcenter/orders/queries.ts';
import { implement } from '../../implement.ts';
import { recordHits } from '../../records/searchRecords.ts';
import { isConsumer } from '../../session/scope.ts';
import { customerHits } from '../customers/queries.ts';
import { ticketHits } from '../tickets/list/queries.ts';

export const searchImplementation = implement(searchRoutes, {
  everywhere: async ({ query: { q } }, ctx) => {
    const { user } = ctx;
    const findsCustomers =
      !isConsumer(user) && (allows(user.grants, 'SAC_CLIENTE_PESQUISAR') || allows(user.grants, 'CLIENTE'));
    const [tickets, clientes, pedidos, registros] = await Promise.all([
      allows(user.grants, 'SAC_TICKETS') ? ticketHits(q, ctx) : [],
      findsCustomers ? customerHits(q, HITS, ctx) : [],
      orderHits(q, HITS, ctx),
      recordHits(q, ctx),
    ]);
    return { tickets, clientes, pedidos, registros };
  },
});
