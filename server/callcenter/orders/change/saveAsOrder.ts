import { and, eq } from 'drizzle-orm';
import { type MoveRefusal, statusPath } from '#contract/rules/orders/orderMoves.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { customers, paymentMethods } from '#server/db/tables/index.ts';
import { Refusal } from '#server/errors.ts';
import { lockOwnCoupon, type OrderRecord, settled } from '../../orderCore/commands.ts';
import { closeSold } from '../../productWaits/commands.ts';
import { followPackagings, writeFlex } from '../../quoteEditing/commands.ts';
import { paidLink } from '../detail/paymentLink.ts';
import { changeOrder, lockForAction } from './changeOrder.ts';
import { orderRefusals } from './orderRefusals.ts';
import { reserveStock } from './stock.ts';

/**
 * Turns a quote into an order and reserves its stock, all or nothing. Everything that prevents it is reported together, one
 * sentence per reason.
 */
export async function saveAsOrder(
  tx: Tx,
  ctx: Context,
  wanted: { id: number; versao?: number | undefined },
): Promise<OrderRecord> {
  const found = await lockForAction(tx, ctx, 'SALVAR_PEDIDO', wanted);
  await followPackagings(tx, ctx, found.order);
  // From here on its taxes and totals never move again.
  const order = await settled(tx, found.order);
  const parameters = await serviceParameters(tx, order.branchId);
  await lockBuyer(tx, order.customerId);
  await lockOwnCoupon(tx, order);
  // Asked before the stock is reserved, so that the order's own reservation does not count as a shortage.
  const refusals = await orderRefusals(tx, ctx, { order, today: found.today }, parameters);
  requireNone(refusals);
  await writeFlex(tx, ctx, order);
  const short = await reserveStock(tx, ctx, order.id, parameters.vendaSemEstoque);
  requireNone(short.map((message) => ({ code: 'SEM_ESTOQUE', message })));
  await closeSold(tx, ctx, order);
  const status = statusPath('SALVAR_PEDIDO', order.status, { online: await awaitsPayment(tx, order) }).at(-1);
  return changeOrder(tx, ctx, order, {
    set: { stage: 'PEDIDO', status, orderedAt: ctx.now() },
    action: 'SALVAR_PEDIDO',
    text: `Orçamento ${order.id} salvo como pedido`,
    data: { total: order.total },
  });
}

function requireNone(refusals: readonly MoveRefusal[]): void {
  const [first] = refusals;
  if (first)
    throw new Refusal(422, first.code, refusals.map(({ message }) => message).join('\n'), undefined, {
      motivos: refusals.map(({ code, message }) => ({ codigo: code, mensagem: message })),
    });
}

/** Serialises the orders of one customer, so that two never use the same credit or flex. */
export async function lockBuyer(tx: Tx, customerId: number): Promise<void> {
  await tx.select({ id: customers.id }).from(customers).where(eq(customers.id, customerId)).for('update');
}

/** Not for one that was already paid as an order before, since no link could be created for the payment it would wait for. */
async function awaitsPayment(tx: Tx, { id, paymentMethodId }: OrderRecord): Promise<boolean> {
  if (paymentMethodId === null || (await paidLink(tx, id))) return false;
  const [method] = await tx
    .select({ id: paymentMethods.id })
    .from(paymentMethods)
    .where(and(eq(paymentMethods.id, paymentMethodId), eq(paymentMethods.online, true)));
  return method !== undefined;
}
