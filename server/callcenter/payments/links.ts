import { and, asc, eq, isNull } from 'drizzle-orm';
import { type PublicPayment, paymentRoutes } from '#contract/callcenter/orders/payments.ts';
import { isPositive } from '#contract/rules/decimal.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { isTestGateway, takesPayments } from '../../adapters/payment/chargeCard.ts';
import { senderBrand } from '../../config/brand/queries.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context, PublicContext } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { customers, orderItems, orders, paymentLinks, products } from '../../db/tables/index.ts';
import { notFound, Refusal, refused } from '../../errors.ts';
import { isDemonstration } from '../../installationState.ts';
import { addressSubject, countAttempt } from '../../session/backoff.ts';
import { isToken, newToken } from '../../session/secrets.ts';
import { command } from '../../writing/command.ts';
import { lockOrder } from '../orderCore/commands.ts';
import {
  changeOrder,
  closeLinks,
  type LockedOrder,
  lockForAction,
  saveAsOrder,
  withFacts,
} from '../orders/commands.ts';
import { linkStatusAt, paidLink, payable, shownLink } from '../orders/queries.ts';

const HOUR = 3_600_000;

export const createLink = command(
  paymentRoutes.createLink,
  async (tx, ctx, { params, body }) => {
    const wanted = { id: params.pedidoId, versao: body.versao };
    await lockUnpaid(tx, ctx, wanted);
    return openLink(tx, ctx, await lockForAction(tx, ctx, 'GERAR_LINK', wanted), 'gerado');
  },
  linkMade,
);

/** Renewing creates a new link; the old address can no longer be paid. */
export const renewLink = command(
  paymentRoutes.renewLink,
  async (tx, ctx, { params, body }) => {
    const wanted = { id: params.pedidoId, versao: body.versao };
    await lockUnpaid(tx, ctx, wanted);
    const locked = await lockForAction(tx, ctx, 'RENOVAR_LINK', wanted);
    await closeLinks(tx, params.pedidoId);
    return openLink(tx, ctx, locked, 'renovado');
  },
  linkMade,
);

/** Saves a quote as an order and opens its link, both or neither; for an order it only opens the link. */
export const processPayment = command(
  paymentRoutes.processPayment,
  async (tx, ctx, { params, body }) => {
    const wanted = { id: params.idOrcamento, versao: body.versao };
    const order = await lockUnpaid(tx, ctx, wanted);
    if (order.stage === 'PEDIDO')
      return openLink(tx, ctx, await lockForAction(tx, ctx, 'GERAR_LINK', wanted), 'gerado');
    const saved = await saveAsOrder(tx, ctx, wanted);
    return openLink(tx, ctx, await withFacts(tx, saved, ctx.now()), 'gerado');
  },
  linkMade,
);

/** Returns the locked order if it is unpaid; whatever it has become since, it is not charged twice. */
async function lockUnpaid(tx: Tx, ctx: Context, wanted: { id: number; versao?: number | undefined }) {
  const order = await lockOrder(tx, ctx, wanted);
  if (!(await paidLink(tx, order.id))) return order;
  const what = order.stage === 'PEDIDO' ? 'pedido' : 'orçamento';
  throw new Refusal(
    409,
    'LINK_PAGO',
    `Este ${what} já foi pago por um link de pagamento e não pode ser cobrado de novo. Confira o histórico.`,
  );
}

/** The stored answer for a repeat of the command. It names the link by id, since its address is kept only in its own row. */
interface Opened {
  linkId: number;
  id: number;
  message: string;
}

async function linkMade({ linkId, id, message }: Opened, ctx: Context) {
  const [link] = await ctx.db.select().from(paymentLinks).where(eq(paymentLinks.id, linkId));
  if (!link) throw new Error(`payment link ${linkId} is gone`);
  return { data: { ...shownLink(link, ctx), id, message } };
}

async function openLink(tx: Tx, ctx: Context, { order, branch }: LockedOrder, done: string): Promise<Opened> {
  // The test gateway belongs to the demonstration and stops accepting payments once that is removed.
  const demo = ctx.settings.demo && (await isDemonstration(tx));
  if (!takesPayments({ ...ctx.settings, demo }))
    throw refused(
      'PAGAMENTO_NAO_CONFIGURADO',
      'Nenhum provedor de pagamentos foi configurado. Peça a quem cuida do servidor.',
    );
  const amount = payable(order);
  if (!isPositive(amount)) throw refused('NADA_A_PAGAR', 'Este pedido não tem valor a pagar.');
  const { horasLinkPagamento } = await serviceParameters(tx, order.branchId);
  const expiresAt = new Date(ctx.now().getTime() + horasLinkPagamento * HOUR);
  const [link] = await tx
    .insert(paymentLinks)
    .values({
      orderId: order.id,
      hash: newToken(),
      amount,
      expiresAt,
      createdById: ctx.user.id,
      createdAt: ctx.now(),
    })
    .returning({ id: paymentLinks.id });
  if (!link) throw new Error('no link was written');
  const text = `Link de pagamento ${done}, válido até ${formatDateTime(expiresAt.toISOString(), branch.timeZone)}`;
  await changeOrder(tx, ctx, order, {
    set: { status: 'PAGAMENTO_PENDENTE' },
    action: 'GERAR_LINK',
    text,
    data: { valor: amount, validade: expiresAt.toISOString() },
  });
  return { linkId: link.id, id: order.id, message: text };
}

/** Unknown links that one IP address may try before it has to wait. */
const FREE_GUESSES = 10;

/** The payment page of a link. Guessing links reveals nothing and gets slower with every attempt. */
export async function publicPayment(hash: string, ctx: PublicContext): Promise<PublicPayment> {
  const found = await linkByHash(hash, ctx);
  if (!found) throw await unknownLink(ctx);
  const { order, customer } = found;
  // If the order was paid through another link, that one is shown, so that the holder of this one is not told to ask for a
  // new link.
  const link = (await paidLink(ctx.db, order.id)) ?? found.link;
  const marca = await senderBrand(ctx, order.branchId);
  return {
    marca,
    empresa: marca.nome,
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
