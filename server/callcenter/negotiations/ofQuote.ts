import { and, eq } from 'drizzle-orm';
import type { NegotiationDetail, negotiationRoutes } from '../../../contract/callcenter/negotiations.ts';
import { allows } from '../../../contract/permissions.ts';
import type { Output } from '../../../contract/route.ts';
import { marginPercent, takesNegotiation } from '../../../contract/rules/negotiations/negotiatedPrice.ts';
import { localDate } from '../../../contract/rules/zonedTime.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import {
  branches,
  customers,
  orders,
  paymentPlans,
  people,
  priceNegotiations,
} from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { badgesFor } from '../../sac/customers/rules.ts';
import { orderScope } from '../../session/scope.ts';
import { negotiationsBefore, purchasesOf } from './history.ts';
import { type NegotiationRow, negotiationOf, selectNegotiations } from './rows.ts';

export async function negotiationsOfQuote(
  id: number,
  ctx: Context,
): Promise<Output<typeof negotiationRoutes.ofQuote>> {
  const quote = await quoteOf(id, ctx);
  const rows = await rowsOf(id, ctx);
  return { data: { ...quote, itens: rows.map((row) => negotiationOf(row, ctx)) } };
}

/** With what a decision is weighed by: cost and margin for who may see them, and what was before. */
export async function negotiationDetails(
  id: number,
  ctx: Context,
): Promise<Output<typeof negotiationRoutes.details>> {
  const quote = await quoteOf(id, ctx);
  const rows = await rowsOf(id, ctx);
  const productIds = [...new Set(rows.map(({ product }) => product.id))];
  const customerId = quote.cliente.id;
  const [margins, purchases, earlier] = await Promise.all([
    showsMargin(ctx, quote.filial.id),
    purchasesOf(ctx, customerId, productIds),
    negotiationsBefore(ctx, { customerId, productIds, orderId: id }),
  ]);
  const itens = rows.map((row) => ({
    ...negotiationOf(row, ctx),
    precoAtual: row.item.price,
    margem: margins ? marginsOf(row) : null,
    compras: purchases.get(row.product.id) ?? [],
    negociacoes: earlier.get(row.product.id) ?? [],
  }));
  return { data: { ...quote, itens } };
}

const rowsOf = (id: number, { db }: Context) => selectNegotiations(db, eq(priceNegotiations.orderId, id));

async function showsMargin({ db, user }: Context, branchId: number): Promise<boolean> {
  if (!allows(user.grants, 'PRECO_NEGOCIADO_DECIDIR')) return false;
  return (await serviceParameters(db, branchId)).exibeMargemLucro;
}

function marginsOf({ negotiation }: NegotiationRow): NegotiationDetail['margem'] {
  const { cost, listPrice, requestedPrice, decidedPrice } = negotiation;
  return {
    custo: cost,
    tabela: marginPercent(listPrice, cost),
    solicitado: marginPercent(requestedPrice, cost),
    autorizado: decidedPrice && marginPercent(decidedPrice, cost),
  };
}

async function quoteOf(id: number, { db, user, now }: Context) {
  const [row] = await db
    .select({
      order: orders,
      customer: customers,
      branch: branches,
      seller: people.name,
      plan: paymentPlans.name,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .innerJoin(branches, eq(branches.id, orders.branchId))
    .innerJoin(people, eq(people.id, orders.sellerId))
    .leftJoin(paymentPlans, eq(paymentPlans.id, orders.paymentPlanId))
    .where(and(eq(orders.id, id), orderScope(user)));
  if (!row) throw notFound();
  const { order, customer, branch } = row;
  const today = localDate(now(), branch.timeZone);
  return {
    idPedido: order.id,
    status: order.status,
    aberto: takesNegotiation(order, today),
    versao: order.version,
    cliente: {
      id: customer.id,
      fant: customer.tradeName,
      razSoc: customer.legalName,
      legendas: badgesFor(user, customer, today),
    },
    filial: { id: branch.id, nome: branch.tradeName },
    vendedor: { id: order.sellerId, nome: row.seller },
    condicao: row.plan,
    total: order.total,
  };
}
