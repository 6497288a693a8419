import { and, asc, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { freightRoutes, type RelatedOrder } from '#contract/callcenter/orders/freight.ts';
import type { OrderStatus } from '#contract/catalogs/orderStatus.ts';
import type { Input, Output } from '#contract/route.ts';
import { findEvents } from '../../adapters/tracking/findEvents.ts';
import type { Context } from '../../context.ts';
import { carriers, customers, freightConditions, invoices, orders } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { branchScope, customerScope, orderScope } from '../../session/scope.ts';
import { freightQuotes, visibleOrder } from './quotes.ts';

/** Not shipped yet and not cancelled. */
const WAITING: OrderStatus[] = [
  'AGUARDANDO',
  'ANALISE',
  'BLOQUEADO',
  'DEPOSITO',
  'LIBERADO',
  'SEPARACAO',
  'PAGAMENTO_PENDENTE',
  'PAGAMENTO_REALIZADO',
];
const MAX_QUOTES = 20;

/** Orders of the same customer waiting for the same address, and those of the same group. Newest first. */
async function relatedOrders(
  { params }: { params: { orcamentoId: number } },
  ctx: Context,
): Promise<RelatedOrder[]> {
  const order = await visibleOrder(ctx, params.orcamentoId);
  const sameAddress =
    order.deliveryAddressId === null
      ? isNull(orders.deliveryAddressId)
      : eq(orders.deliveryAddressId, order.deliveryAddressId);
  const sameGroup = order.groupId === null ? undefined : eq(orders.groupId, order.groupId);
  const rows = await ctx.db
    .select({
      id: orders.id,
      status: orders.status,
      total: orders.total,
      frete: orders.freight,
      transportadora: carriers.tradeName,
      at: sql<Date>`coalesce(${orders.orderedAt}, ${orders.createdAt})`.mapWith(orders.createdAt),
      groupId: orders.groupId,
    })
    .from(orders)
    .leftJoin(carriers, eq(carriers.id, orders.carrierId))
    .where(
      and(
        eq(orders.customerId, order.customerId),
        eq(orders.stage, 'PEDIDO'),
        inArray(orders.status, WAITING),
        ne(orders.id, order.id),
        eq(orders.pickup, false),
        or(sameAddress, sameGroup),
        orderScope(ctx.user),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(MAX_QUOTES);
  return rows.map(({ at, groupId, ...row }) => ({
    ...row,
    dtPedido: at.toISOString(),
    mesmoGrupo: groupId !== null && groupId === order.groupId,
  }));
}

export const freightImplementation = implement(freightRoutes, {
  quotes: freightQuotes,
  related: relatedOrders,
  conditions: (_, { db }) =>
    db
      .select({ id: freightConditions.id, descricao: freightConditions.name })
      .from(freightConditions)
      .where(eq(freightConditions.active, true))
      .orderBy(asc(freightConditions.name)),
  tracking: trackConsignment,
});

/** The events of a consignment; 404 if no invoice within the user's scope has the code. */
async function trackConsignment(
  { params: { tipo, codigo } }: Input<typeof freightRoutes.tracking>,
  ctx: Context,
): Promise<Output<typeof freightRoutes.tracking>> {
  const [invoice] = await ctx.db
    .select({ id: invoices.id })
    .from(invoices)
    .innerJoin(customers, eq(customers.id, invoices.customerId))
    .where(
      and(
        sql`${invoices.tracking} ->> 'codigo' = ${codigo}`,
        sql`${invoices.tracking} ->> 'tipo' = ${tipo}`,
        customerScope(ctx.user),
        branchScope(ctx.user, invoices.branchId),
      ),
    )
    .limit(1);
  if (!invoice) throw notFound();
  return { data: { ocorrencias: await findEvents(ctx, { kind: tipo, code: codigo }) } };
}
