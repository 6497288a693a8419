import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { quoteRoutes } from '#contract/callcenter/quotes/quotes.ts';
import type { Input, Output } from '#contract/route.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { customers, orders } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { leadingVisible } from '../../sac/customers/queries.ts';
import { orderScope } from '../../session/scope.ts';
import { command } from '../../writing/command.ts';
import { inOrder, Results } from '../../writing/rowResults.ts';
import type { OrderRecord } from '../orderCore/commands.ts';
import { writeTotals } from '../orderCore/commands.ts';
import { changeOrder, lockForAction } from '../orders/commands.ts';
import { pageOfOrders } from '../orders/queries.ts';
import { endNegotiations, movedPricesText, reoffer } from '../quoteEditing/commands.ts';

type Routes = typeof quoteRoutes;
type Wanted = { id: number; versao?: number | undefined };
type Where = 'B2B' | 'FV';

const ORIGIN_LABELS = { B2B: 'na loja', FV: 'na força de vendas' } as const;
const RECOVERS = { B2B: 'RECUPERAR_B2B', FV: 'RECUPERAR_FV' } as const;
const FROM = { B2B: 'da loja', FV: 'da força de vendas' } as const;

/** From now on the customer or the representative works on the quote; it is locked here until it is recovered. */
export async function release(tx: Tx, ctx: Context, to: Where, wanted: Wanted) {
  const { order } = await lockForAction(tx, ctx, to === 'B2B' ? 'LIBERAR_B2B' : 'LIBERAR_FV', wanted);
  const text = `Orçamento liberado ${ORIGIN_LABELS[to]}`;
  await changeOrder(tx, ctx, order, {
    set: { releasedTo: to, releasedAt: ctx.now() },
    action: 'LIBERAR',
    text,
    data: { para: to },
  });
  return { data: { id: order.id, message: text } };
}

export async function recover(tx: Tx, ctx: Context, from: Where, wanted: Wanted, seller?: number) {
  const action = seller ? 'IMPORTAR_FV' : RECOVERS[from];
  const { order } = await lockForAction(tx, ctx, action, wanted);
  const text = seller ? 'Orçamento da força de vendas assumido' : `Orçamento recuperado ${FROM[from]}`;
  const changed = await changeOrder(tx, ctx, order, {
    set: { releasedTo: null, releasedAt: null, ...(seller && { sellerId: seller }) },
    action: seller ? 'IMPORTAR' : 'RECUPERAR',
    text,
    data: { de: from },
  });
  const moved = movedPricesText(await offeredHere(tx, ctx, changed));
  return { data: { id: order.id, message: [text, moved].filter(Boolean).join('. ') } };
}

/** A recovered quote is a new offer at today's prices; what was negotiated before its release is not kept. */
async function offeredHere(tx: Tx, ctx: Context, order: OrderRecord): Promise<string[]> {
  await endNegotiations(tx, ctx, order.id, 'O orçamento foi liberado e recuperado');
  const moved = await reoffer(tx, ctx, order);
  await writeTotals(tx, order.id);
  return moved;
}

/** Imports a quote made by field sales; the importing user becomes its seller. */
export const importField = command(quoteRoutes.importField, (tx, ctx, { params, body }) =>
  recover(tx, ctx, 'FV', { id: params.id, versao: body.versao }, ctx.user.id),
);

export const importReleased = command(quoteRoutes.importReleased, async (tx, ctx, { body }) => {
  const customer = await leadingVisible(tx, ctx.user, body.clienteId);
  if (!customer) throw notFound();
  const results = new Results();
  for (const id of inOrder(body.orcamentos)) {
    const done = await results.attemptApart(tx, id, async (apart) => {
      const [row] = await apart
        .select({ to: orders.releasedTo })
        .from(orders)
        .where(and(eq(orders.id, id), eq(orders.customerId, customer.id), orderScope(ctx.user)));
      if (!row) throw notFound();
      return recover(apart, ctx, row.to ?? 'B2B', { id });
    });
    if (done) results.done.push(id);
  }
  return { data: results.answer() };
});

const isReleased = (ctx: Context): SQL | undefined =>
  and(eq(orders.stage, 'ORCAMENTO'), isNotNull(orders.releasedTo), orderScope(ctx.user));

/** Limit for the selection list. */
const MAX_CUSTOMERS = 500;

export const releasedCustomers = (ctx: Context): Promise<Output<Routes['releasedCustomers']>> =>
  ctx.db
    .select({
      id: customers.id,
      razSoc: customers.legalName,
      fant: customers.tradeName,
      quantidade: sql<number>`count(*)::int`,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(isReleased(ctx))
    .groupBy(customers.id, customers.legalName, customers.tradeName)
    .orderBy(asc(customers.legalName))
    .limit(MAX_CUSTOMERS);

export const releasedQuotes = ({ query }: Input<Routes['released']>, ctx: Context) => {
  const { clienteId, filialId, tabelaPreco, ...page } = query;
  const condition = and(
    isReleased(ctx),
    eq(orders.customerId, clienteId),
    filialId === undefined ? undefined : eq(orders.branchId, filialId),
    tabelaPreco === undefined ? undefined : eq(orders.priceTableId, tabelaPreco),
  );
  return pageOfOrders(ctx, page, condition, `liberados ${clienteId} ${filialId} ${tabelaPreco}`);
};
