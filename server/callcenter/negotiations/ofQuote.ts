import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { NegotiationDetail, negotiationRoutes } from '#contract/callcenter/quotes/negotiations.ts';
import { allows } from '#contract/permissions.ts';
import type { Output } from '#contract/route.ts';
import { marginPercent, takesNegotiation } from '#contract/rules/negotiations/negotiatedPrice.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
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
import { purchases } from '../../sac/invoices/queries.ts';
import { branchScope, orderScope } from '../../session/scope.ts';
import { type NegotiationRow, negotiationOf, negotiationScope, selectNegotiations } from './rows.ts';

export async function negotiationsOfQuote(
  id: number,
  ctx: Context,
): Promise<Output<typeof negotiationRoutes.ofQuote>> {
  const quote = await quoteOf(id, ctx);
  const rows = await rowsOf(id, ctx);
  return { data: { ...quote, itens: rows.map((row) => negotiationOf(row, ctx)) } };
}

/** Includes what helps to decide: cost and margin for users who may see them, and previous prices. */
export async function negotiationDetails(
  id: number,
  ctx: Context,
): Promise<Output<typeof negotiationRoutes.details>> {
  const quote = await quoteOf(id, ctx);
  const rows = await rowsOf(id, ctx);
  const productIds = [...new Set(rows.map(({ product }) => product.id))];
  const customerId = quote.cliente.id;
  const [margins, bought, earlier] = await Promise.all([
    showsMargin(ctx, quote.filial.id),
    purchasesOf(ctx, customerId, productIds),
    negotiationsBefore(ctx, { customerId, productIds, orderId: id }),
  ]);
  const itens = rows.map((row) => ({
    ...negotiationOf(row, ctx),
    precoAtual: row.item.price,
    margem: margins ? marginsOf(row) : null,
    compras: bought.get(row.product.id) ?? [],
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

/** How many purchases of each product to show to the person who decides. */
const MAX_NAMED = 5;

type Purchase = NegotiationDetail['compras'][number];
type Earlier = NegotiationDetail['negociacoes'][number];

/** The customer's purchases of each product within the user's scope, latest first. */
async function purchasesOf(
  { db, user }: Pick<Context, 'db' | 'user'>,
  customerId: number,
  productIds: readonly number[],
): Promise<Map<number, Purchase[]>> {
  const lines = purchases(db, (line) =>
    and(
      eq(line.customerId, customerId),
      inArray(line.productId, [...productIds]),
      branchScope(user, line.branchId),
    ),
  );
  const rank = sql<number>`row_number() over (partition by ${lines.productId}
    order by ${lines.boughtOn} desc, ${lines.invoiced} desc, ${lines.paperId} desc)`;
  const ranked = db
    .select({
      productId: lines.productId,
      nota: lines.invoiced,
      numero: lines.number,
      data: lines.boughtOn,
      quantidade: lines.quantity,
      unidade: lines.unit,
      preco: lines.price,
      rank: rank.as('rank'),
    })
    .from(lines)
    .as('ranked');
  const rows = await db
    .select()
    .from(ranked)
    .where(sql`${ranked.rank} <= ${MAX_NAMED}`)
    .orderBy(ranked.productId, ranked.rank);
  return grouped(rows, ({ productId, rank: _, nota, numero, ...purchase }) => [
    productId,
    { numNf: nota ? Number(numero) : null, pedido: nota ? null : numero, ...purchase },
  ]);
}

const requesters = alias(people, 'requesters');
const deciders = alias(people, 'deciders');

/** Earlier negotiations of each product for the customer, in quotes within the user's scope, whoever asked. */
async function negotiationsBefore(
  { db, user }: Pick<Context, 'db' | 'user'>,
  { customerId, productIds, orderId }: { customerId: number; productIds: readonly number[]; orderId: number },
): Promise<Map<number, Earlier[]>> {
  const each = priceNegotiations;
  const ranked = db
    .select({
      id: each.id,
      productId: each.productId,
      rank: sql<number>`row_number() over (partition by ${each.productId} order by ${each.createdAt} desc, ${each.id} desc)`.as(
        'rank',
      ),
    })
    .from(each)
    .where(
      and(
        eq(each.customerId, customerId),
        inArray(each.productId, [...productIds]),
        sql`${each.orderId} <> ${orderId}`,
        negotiationScope(user),
      ),
    )
    .as('ranked');
  const rows = await db
    .select({ negotiation: each, requester: requesters.name, decider: deciders.name })
    .from(ranked)
    .innerJoin(each, eq(each.id, ranked.id))
    .innerJoin(requesters, eq(requesters.id, each.requesterId))
    .leftJoin(deciders, eq(deciders.id, each.deciderId))
    .where(lt(ranked.rank, MAX_NAMED + 1))
    .orderBy(desc(each.createdAt), desc(each.id));
  return grouped(rows, ({ negotiation, requester, decider }) => [
    negotiation.productId,
    {
      id: negotiation.id,
      idPedido: negotiation.orderId,
      status: negotiation.status,
      dtHorInc: negotiation.createdAt.toISOString(),
      quantidade: negotiation.quantity,
      precoSolicitado: negotiation.requestedPrice,
      precoAutorizado: negotiation.decidedPrice,
      solicitante: requester,
      decisor: decider,
    },
  ]);
}

function grouped<Row, Value>(rows: readonly Row[], entryOf: (row: Row) => [number, Value]) {
  const groups = new Map<number, Value[]>();
  for (const [key, value] of rows.map(entryOf)) groups.set(key, [...(groups.get(key) ?? []), value]);
  return groups;
}
