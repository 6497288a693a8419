import { asc, eq } from 'drizzle-orm';
import { quoteRoutes } from '../../../contract/callcenter/quotes.ts';
import { lossReasons } from '../../db/tables/index.ts';
import { withIdempotency } from '../../idempotency.ts';
import { implement } from '../../implement.ts';
import {
  exportOrders,
  listOrders,
  orderFile,
  orderHistory,
  orderView,
  requireReadable,
  sendOrder,
} from '../orders/queries.ts';
import { loseQuote, removeQuote, renewQuote, saveQuoteAsOrder } from './commands.ts';
import { productOrders, productQuoted, quotesOfCustomer } from './ofCustomer.ts';
import {
  importField,
  importReleased,
  recover,
  release,
  releasedCustomers,
  releasedQuotes,
} from './release.ts';
import { scheduleReturn } from './schedule.ts';
import { stalledQuotes } from './stalled.ts';
import { peopleFor, transferQuote } from './transfer.ts';

export const quoteImplementation = implement(quoteRoutes, {
  list: ({ query }, ctx) => listOrders(ctx, 'ORCAMENTO', query),
  paginate: ({ query }, ctx) => listOrders(ctx, 'ORCAMENTO', query),
  exportFile: ({ body }, ctx) => exportOrders(ctx, 'ORCAMENTO', body),
  stalled: stalledQuotes,
  get: async ({ params }, ctx) => ({ data: await orderView(ctx, params.id, 'ORCAMENTO') }),
  preview: async ({ params }, ctx) => ({ data: await orderView(ctx, params.id, 'ORCAMENTO') }),
  view: async ({ params }, ctx) => {
    await requireReadable(ctx, params.id);
    return { data: await orderView(ctx, params.id) };
  },
  people: ({ params }, ctx) => peopleFor(params.id, ctx),
  history: ({ params, query }, ctx) => orderHistory(ctx, params.id, query),
  download: ({ params }, ctx) => orderFile(ctx, params.id, 'ORCAMENTO'),
  releasedCustomers: (_input, ctx) => releasedCustomers(ctx),
  released: releasedQuotes,
  ofCustomer: (input, ctx) => quotesOfCustomer(input, ctx, false),
  ofCustomerHere: (input, ctx) => quotesOfCustomer(input, ctx, true),
  productOrders,
  productQuoted,
  lossReasons: (_input, { db }) =>
    db
      .select({ id: lossReasons.id, desc: lossReasons.name })
      .from(lossReasons)
      .where(eq(lossReasons.active, true))
      .orderBy(asc(lossReasons.name)),
  renew: renewQuote,
  saveAsOrder: saveQuoteAsOrder,
  lose: loseQuote,
  remove: removeQuote,
  transfer: transferQuote,
  releaseShop: ({ params, body }, ctx) =>
    withIdempotency(ctx, 'quotes.releaseShop', { params, body }, (tx) =>
      release(tx, ctx, 'B2B', { id: params.id, versao: body.versao }),
    ),
  recoverShop: ({ params, body }, ctx) =>
    withIdempotency(ctx, 'quotes.recoverShop', { params, body }, (tx) =>
      recover(tx, ctx, 'B2B', { id: params.id, versao: body.versao }),
    ),
  releaseField: ({ params, query }, ctx) =>
    ctx.db.transaction((tx) => release(tx, ctx, 'FV', { id: params.id, versao: query.versao })),
  recoverField: ({ params, query }, ctx) =>
    ctx.db.transaction((tx) => recover(tx, ctx, 'FV', { id: params.id, versao: query.versao })),
  importField,
  importReleased,
  schedule: scheduleReturn,
  sendByMail: ({ params, body }, ctx) =>
    withIdempotency(ctx, 'quotes.sendByMail', { params, body }, (tx) =>
      sendOrder(tx, ctx, { id: params.pedidoId, stage: 'ORCAMENTO', ...body }),
    ),
});
