import { ticketItemRoutes } from '../../../contract/sac/ticketItems.ts';
import { implement } from '../../implement.ts';
import { ticketProducts } from './detail/ticketProducts.ts';

export const ticketItemImplementation = implement(ticketItemRoutes, {
  products: ({ params }, ctx) => ticketProducts(params.idTicket, ctx),
});
