import { and, desc, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import { alias, QueryBuilder } from 'drizzle-orm/pg-core';
import type { Negotiation } from '#contract/callcenter/quotes/negotiations.ts';
import { allows } from '#contract/permissions.ts';
import type { Decimal } from '#contract/rules/decimal.ts';
import { conditionText, takesNegotiation } from '#contract/rules/negotiations/negotiatedPrice.ts';
import { discountOf } from '#contract/rules/orders/packaging.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context, User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import {
  branches,
  customers,
  negotiationReasons,
  orderItems,
  orders,
  packagings,
  paymentPlans,
  people,
  priceNegotiations,
  products,
} from '../../db/tables/index.ts';
import { badgesFor } from '../../sac/customers/rules.ts';
import { orderScope } from '../../session/scope.ts';

const requesters = alias(people, 'requesters');

const deciders = alias(people, 'deciders');

/** What a price is asked for: the packaging of the line, which the query joins, and its colour. */
export const ASKED_PACK = {
  packagingId: orderItems.packagingId,
  units: sql<Decimal>`coalesce(${packagings.conversionFactor}, 1)::text`,
  priceFactor: sql<Decimal>`coalesce(${packagings.priceFactor}, 1)::text`,
  tint: orderItems.tint,
};

/** Negotiations with everything a row shows, newest first by default. */
export const selectNegotiations = (db: Executor, condition: SQL | undefined) =>
  db
    .select({
      negotiation: priceNegotiations,
      order: {
        stage: orders.stage,
        status: orders.status,
        releasedTo: orders.releasedTo,
        validUntil: orders.validUntil,
      },
      customer: customers,
      branch: { id: branches.id, nome: branches.tradeName, timeZone: branches.timeZone },
      product: {
        id: products.id,
        idExibicao: products.code,
        descricao: products.description,
        unidade: products.unit,
      },
      item: {
        price: orderItems.price,
        listPrice: orderItems.listPrice,
        quantity: orderItems.quantity,
        ...ASKED_PACK,
        removed: sql<boolean>`${orderItems.removedAt} is not null`,
      },
      requester: requesters.name,
      decider: deciders.name,
      reason: negotiationReasons.name,
      plan: paymentPlans.name,
      pack: { unit: packagings.unit, factor: packagings.conversionFactor },
    })
    .from(priceNegotiations)
    .innerJoin(orders, eq(orders.id, priceNegotiations.orderId))
    .innerJoin(orderItems, eq(orderItems.id, priceNegotiations.itemId))
    .leftJoin(packagings, eq(packagings.id, orderItems.packagingId))
    .innerJoin(customers, eq(customers.id, priceNegotiations.customerId))
    .innerJoin(branches, eq(branches.id, priceNegotiations.branchId))
    .innerJoin(products, eq(products.id, priceNegotiations.productId))
    .innerJoin(requesters, eq(requesters.id, priceNegotiations.requesterId))
    .leftJoin(deciders, eq(deciders.id, priceNegotiations.deciderId))
    .leftJoin(negotiationReasons, eq(negotiationReasons.id, priceNegotiations.reasonId))
    .leftJoin(paymentPlans, eq(paymentPlans.id, priceNegotiations.planId))
    .where(condition)
    .orderBy(desc(priceNegotiations.createdAt), desc(priceNegotiations.id))
    .$dynamic();

export type NegotiationRow = Awaited<ReturnType<typeof selectNegotiations>>[number];

export function negotiationOf(row: NegotiationRow, ctx: Pick<Context, 'user' | 'now'>): Negotiation {
  const { negotiation: each, customer, branch } = row;
  return {
    id: each.id,
    idPedido: each.orderId,
    idItem: each.itemId,
    status: each.status,
    cliente: {
      id: customer.id,
      fant: customer.tradeName,
      razSoc: customer.legalName,
      legendas: badgesFor(ctx.user, customer, localDate(ctx.now(), branch.timeZone)),
    },
    filial: { id: branch.id, nome: branch.nome },
    produto: row.product,
    quantidade: each.quantity,
    embalagem: {
      unidade: row.pack?.unit || row.product.unidade || 'UN',
      fator_conversao: row.pack?.factor ?? '1',
    },
    precoTabela: each.listPrice,
    precoSolicitado: each.requestedPrice,
    precoAutorizado: each.decidedPrice,
    condicao: conditionText({ plan: row.plan, planPercent: each.planPercent }),
    percDesconto: discountOf(each.listPrice, each.requestedPrice),
    solicitante: { id: each.requesterId, nome: row.requester },
    motivo: row.reason,
    idMotivo: each.reasonId,
    obs: each.note,
    dtHorInc: each.createdAt.toISOString(),
    decisor: each.deciderId && row.decider ? { id: each.deciderId, nome: row.decider } : null,
    dtHorDecisao: each.decidedAt?.toISOString() ?? null,
    motivoDecisao: each.decisionNote,
    ciente: each.seenAt !== null,
    versao: each.version,
    acoes: actionsOf(row, ctx),
  };
}

/** The same checks that the commands repeat. */
function actionsOf(
  { negotiation, order, branch }: NegotiationRow,
  { user, now }: Pick<Context, 'user' | 'now'>,
) {
  const { status, requesterId, seenAt } = negotiation;
  const own = requesterId === user.id;
  const waits = status === 'P';
  const open = takesNegotiation(order, localDate(now(), branch.timeZone));
  const asks = allows(user.grants, 'PRECO_NEGOCIADO_SOLICITAR');
  return {
    decidir: waits && !own && allows(user.grants, 'PRECO_NEGOCIADO_DECIDIR'),
    alterar: waits && own && open && asks,
    cancelar: waits && own && asks,
    estarCiente: own && seenAt === null && (status === 'A' || status === 'N'),
  };
}

/** Scope over `price_negotiations`: those of quotes that the user may see. */
export function negotiationScope(user: User): SQL | undefined {
  const ofOrders = orderScope(user);
  if (!ofOrders) return undefined;
  const visible = new QueryBuilder()
    .select({ one: sql`1` })
    .from(orders)
    .where(and(eq(orders.id, priceNegotiations.orderId), ofOrders));
  // The branch is part of the list's index, so it narrows the rows whose quotes are checked.
  const branches = user.type === 'REPRESENTANTE' || user.branchIds.length === 0 ? undefined : user.branchIds;
  return and(branches && inArray(priceNegotiations.branchId, [...branches]), exists(visible));
}
