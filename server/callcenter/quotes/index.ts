import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { quoteRoutes } from '#contract/callcenter/quotes/quotes.ts';
import type { Input, Output } from '#contract/route.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import { lossReasons, orders } from '../../db/tables/index.ts';
import { implement } from '../../implement.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../paging/paging.ts';
import { orderScope } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { command } from '../../writing/command.ts';
import { scheduleAgenda } from '../agendas/commands.ts';
import { momentText } from '../agendas/rules.ts';
import { lockForAction, sendOrder } from '../orders/commands.ts';
import {
  exportOrders,
  listOrders,
  orderCondition,
  orderFile,
  orderHistory,
  orderListSums,
  orderRows,
  orderView,
  pageOfOrders,
  requireCustomer,
  requireReadable,
} from '../orders/queries.ts';
import { loseQuote, removeQuote, renewQuote, reopenQuote, saveQuoteAsOrder } from './commands.ts';
import { productOrders, productQuoted } from './productSales.ts';
import {
  importField,
  importReleased,
  recover,
  release,
  releasedCustomers,
  releasedQuotes,
} from './release.ts';
import { peopleFor, transferQuote } from './transfer.ts';

type Routes = typeof quoteRoutes;

async function quotesOfCustomer({ params, query }: Input<Routes['ofCustomer']>, ctx: Context, here: boolean) {
  await requireCustomer(ctx, params.idCli);
  const condition = and(
    eq(orders.customerId, params.idCli),
    eq(orders.stage, 'ORCAMENTO'),
    orderScope(ctx.user),
    here ? eq(orders.channel, 'CALLCENTER') : undefined,
    here ? inArray(orders.status, ['COTACAO', 'ORCAMENTO_ANALISE', 'ATIVO']) : undefined,
  );
  return pageOfOrders(ctx, query, condition, `cliente ${params.idCli} ${here}`);
}

type Stalled = typeof quoteRoutes.stalled;
const DAY = 86_400_000;

/** Open quotes without activity for this many days, longest first, and their total value. */
async function stalledQuotes({ query }: Input<Stalled>, ctx: Context): Promise<Output<Stalled>> {
  const days = query.dias ?? (await serviceParameters(ctx.db)).diasOrcamentoParado;
  const zone = await zoneOf(ctx.db, ctx.user);
  const condition = and(
    await orderCondition(ctx, zone, 'ORCAMENTO', { ...query }),
    inArray(orders.status, ['COTACAO', 'ORCAMENTO_ANALISE', 'ATIVO', 'VENCIDO']),
    lte(orders.updatedAt, new Date(ctx.now().getTime() - days * DAY)),
  );
  const { take, offset } = pageOf(query);
  const [found, total, worth] = await Promise.all([
    ctx.db
      .select({ id: orders.id })
      .from(orders)
      .where(condition)
      .orderBy(asc(orders.updatedAt), asc(orders.id))
      .limit(take)
      .offset(offset),
    countOf(ctx.db, ctx.db.select({ id: orders.id }).from(orders).where(condition).limit(COUNT_CAP)),
    worthOf(ctx, condition),
  ]);
  const rows = await orderRows(
    ctx,
    found.map(({ id }) => id),
  );
  return {
    itens: rows.map((row) => ({ ...row, dias: daysSince(row.dtMov, ctx.now()) })),
    paginator: paginatorOf(query, total),
    dias: days,
    vlTotal: worth,
  };
}

const daysSince = (instant: string, now: Date) =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(instant)) / DAY));

async function worthOf({ db }: Context, condition: SQL | undefined): Promise<string> {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${orders.total} - ${orders.couponDiscount}), 0)::text` })
    .from(orders)
    .where(condition);
  return row?.sum ?? '0';
}

/** Schedules a contact about an open quote, which is logged as an agenda. */
const scheduleReturn = command(quoteRoutes.schedule, async (tx, ctx, { body }) => {
  const { order } = await lockForAction(tx, ctx, 'AGENDAR', { id: body.orcamentoId });
  const { agenda, zone } = await scheduleAgenda(tx, ctx, {
    idCli: order.customerId,
    idOrcamento: order.id,
    idFil: order.branchId,
    assunto: body.assunto || `Retorno do orçamento ${order.id}`,
    descricao: body.descricao,
    data_agendada: body.data_agendada,
    ...(body.confirmar !== undefined && { confirmar: body.confirmar }),
  });
  return {
    data: { id: agenda.id, message: `Retorno agendado para ${momentText(agenda.scheduledAt, zone)}` },
  };
});

export const quoteImplementation = implement(quoteRoutes, {
  list: ({ query }, ctx) => listOrders(ctx, 'ORCAMENTO', query),
  paginate: ({ query }, ctx) => listOrders(ctx, 'ORCAMENTO', query),
  sums: ({ query }, ctx) => orderListSums(ctx, 'ORCAMENTO', query),
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
  reopen: reopenQuote,
  remove: removeQuote,
  transfer: transferQuote,
  releaseShop: command(quoteRoutes.releaseShop, (tx, ctx, { params, body }) =>
    release(tx, ctx, 'B2B', { id: params.id, versao: body.versao }),
  ),
  recoverShop: command(quoteRoutes.recoverShop, (tx, ctx, { params, body }) =>
    recover(tx, ctx, 'B2B', { id: params.id, versao: body.versao }),
  ),
  releaseField: command(quoteRoutes.releaseField, (tx, ctx, { params, query }) =>
    release(tx, ctx, 'FV', { id: params.id, versao: query.versao }),
  ),
  recoverField: command(quoteRoutes.recoverField, (tx, ctx, { params, query }) =>
    recover(tx, ctx, 'FV', { id: params.id, versao: query.versao }),
  ),
  importField,
  importReleased,
  schedule: scheduleReturn,
  sendByMail: command(quoteRoutes.sendByMail, (tx, ctx, { params, body }) =>
    sendOrder(tx, ctx, { id: params.pedidoId, stage: 'ORCAMENTO', ...body }),
  ),
});
