import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { NegotiationDetail } from '../../../contract/callcenter/negotiations.ts';
import type { Context } from '../../context.ts';
import { invoiceItems, invoices, people, priceNegotiations } from '../../db/tables/index.ts';
import { standingInvoice } from '../../sac/invoices/queries.ts';
import { branchScope } from '../../session/scope.ts';
import { negotiationScope } from './scope.ts';

/** So many of each product: what a decision is weighed by. */
const SHOWN = 5;

type Purchase = NegotiationDetail['compras'][number];
type Earlier = NegotiationDetail['negociacoes'][number];

/** What the customer bought of each product where the person sees it, the latest first, as the invoices say it. */
export async function purchasesOf(
  { db, user }: Pick<Context, 'db' | 'user'>,
  customerId: number,
  productIds: readonly number[],
): Promise<Map<number, Purchase[]>> {
  const rank = sql<number>`row_number() over (partition by ${invoiceItems.productId}
    order by ${invoices.issuedOn} desc, ${invoices.id} desc)`;
  const ranked = db
    .select({
      productId: invoiceItems.productId,
      numNf: invoices.number,
      data: invoices.issuedOn,
      quantidade: invoiceItems.purchased,
      unidade: invoiceItems.unit,
      preco: invoiceItems.unitPriceNoTax,
      rank: rank.as('rank'),
    })
    .from(invoices)
    .innerJoin(invoiceItems, eq(invoiceItems.invoiceId, invoices.id))
    .where(
      and(
        eq(invoices.customerId, customerId),
        standingInvoice,
        inArray(invoiceItems.productId, [...productIds]),
        branchScope(user, invoices.branchId),
      ),
    )
    .as('ranked');
  const rows = await db
    .select()
    .from(ranked)
    .where(sql`${ranked.rank} <= ${SHOWN}`)
    .orderBy(ranked.productId, ranked.rank);
  return grouped(rows, ({ productId, rank: _, ...purchase }) => [productId, purchase]);
}

const requesters = alias(people, 'requesters');
const deciders = alias(people, 'deciders');

/** What was asked for before of each product for the customer in quotes that the person sees, whoever asked. */
export async function negotiationsBefore(
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
    .where(lt(ranked.rank, SHOWN + 1))
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
