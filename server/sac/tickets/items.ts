import { ticketItemRoutes } from '../../../contract/sac/ticketItems.ts';
import { implement } from '../../implement.ts';
import { ticketProducts } from './detail/ticketProducts.ts';
import { ticketTitles } from './detail/ticketTitles.ts';
import { downloadMirror } from './mirror/downloadMirror.ts';
import { ticketMirror } from './mirror/loadMirror.ts';
import { changeProducts } from './products/changeProducts.ts';

export const ticketItemImplementation = implement(ticketItemRoutes, {
  products: ({ params }, ctx) => ticketProducts(params.idTicket, ctx),
  changeProducts,
  mirror: ({ params }, ctx) => ticketMirror(params.idTicket, ctx),
  downloadMirror: ({ params }, ctx) => downloadMirror(params.idTicket, ctx),
  titles: ({ params }, ctx) => ticketTitles(params.idTicket, ctx),
});
