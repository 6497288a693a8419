import { allows } from '#contract/permissions.ts';
import { HITS, searchRoutes } from '#contract/sac/search.ts';
import { orderHits } from '../../callcenter/orders/queries.ts';
import { implement } from '../../implement.ts';
import { recordHits } from '../../records/read/searchRecords.ts';
import { isConsumer } from '../../session/scope.ts';
import { customerHits } from '../customers/queries.ts';
import { ticketHits } from '../tickets/list/queries.ts';

export const searchImplementation = implement(searchRoutes, {
  everywhere: async ({ query: { q } }, ctx) => {
    const { user } = ctx;
    const findsCustomers =
      !isConsumer(user) && (allows(user.grants, 'SAC_CLIENTE_PESQUISAR') || allows(user.grants, 'CLIENTE'));
    // One more than is shown tells whether there are more.
    const take = HITS + 1;
    const [tickets, clientes, pedidos, registros] = await Promise.all([
      allows(user.grants, 'SAC_TICKETS') ? ticketHits(q, take, ctx) : [],
      findsCustomers ? customerHits(q, take, ctx) : [],
      orderHits(q, take, ctx),
      recordHits(q, take, ctx),
    ]);
    return {
      tickets: shown(tickets),
      clientes: shown(clientes),
      pedidos: shown(pedidos),
      registros: registros.flatMap(shown),
      mais: [tickets, clientes, pedidos, ...registros].some(({ length }) => length > HITS),
    };
  },
});

const shown = <Hit>(hits: readonly Hit[]): Hit[] => hits.slice(0, HITS);
