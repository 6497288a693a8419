import { and, asc, eq, isNull } from 'drizzle-orm';
import type { PublicPayment } from '../../../contract/callcenter/payments.ts';
import { isTestGateway } from '../../adapters/payment/chargeCard.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { PublicContext } from '../../context.ts';
import { customers, orderItems, orders, paymentLinks, products } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { addressSubject, countAttempt } from '../../session/backoff.ts';
import { isToken } from '../../session/tokens.ts';
import { linkStatusAt, paidLink } from '../orders/queries.ts';

/** Unknown links that one address may try before it has to wait. */
const FREE_GUESSES = 10;

/** What a link asks for. Who knows no link learns nothing, and ever more slowly. */
export async function publicPayment(hash: string, ctx: PublicContext): Promise<PublicPayment> {
  const found = await linkByHash(hash, ctx);
  if (!found) throw await unknownLink(ctx);
  const { order, customer } = found;
  // Whichever link was paid by: nobody who holds another one is told to ask for a new one.
  const link = (await paidLink(ctx.db, order.id)) ?? found.link;
  const { nomeEmpresa } = await serviceParameters(ctx.db);
  return {
    empresa: nomeEmpresa,
    pedido: order.id,
    cliente: customer.tradeName || customer.legalName,
    status: linkStatusAt(link, ctx.now()),
    valor: link.amount,
    validade: link.expiresAt.toISOString(),
    pagoEm: link.paidAt?.toISOString() ?? null,
    itens: await itemsOf(ctx, order.id),
    demonstracao: isTestGateway(ctx.settings),
  };
}

export async function unknownLink(ctx: PublicContext) {
  await countAttempt(ctx, [{ subject: `pagamento:${addressSubject(ctx.ip)}`, free: FREE_GUESSES }]);
  return notFound();
}

export async function linkByHash(hash: string, { db }: PublicContext) {
  if (!isToken(hash)) return undefined;
  const [row] = await db
    .select({ link: paymentLinks, order: orders, customer: customers })
    .from(paymentLinks)
    .innerJoin(orders, eq(orders.id, paymentLinks.orderId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(eq(paymentLinks.hash, hash));
  return row;
}

const itemsOf = ({ db }: PublicContext, orderId: number) =>
  db
    .select({ descricao: products.description, qtd: orderItems.quantity, vlTot: orderItems.total })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(and(eq(orderItems.orderId, orderId), isNull(orderItems.removedAt), eq(orderItems.bonus, false)))
    .orderBy(asc(orderItems.line))
    .limit(500);
