import { and, asc, eq, lt } from 'drizzle-orm';
import { formatMoney } from '#contract/rules/format.ts';
import { type ChargeAnswer, chargeOutcome } from '../../adapters/payment/chargeCard.ts';
import { RemoteFailure } from '../../adapters/remoteJson.ts';
import type { Deps, PublicContext } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { orders, paymentCharges, paymentLinks } from '../../db/tables/index.ts';
import type { OrderRecord } from '../orderCore/commands.ts';
import { changeOrder, closeLinks } from '../orders/commands.ts';

export type Charge = typeof paymentCharges.$inferSelect;
type Link = typeof paymentLinks.$inferSelect;
type Writing = Pick<PublicContext, 'now' | 'ip' | 'requestId' | 'settings'>;

/**
 * Asks for the outcome of the locked order's charge whose answer was lost, if there is one, and stores it. Returns whether
 * the order is paid. Throws RemoteFailure when the provider does not say; nothing may be charged then.
 */
export async function settleCharge(tx: Tx, ctx: Writing, order: OrderRecord): Promise<boolean> {
  const [charge] = await tx
    .select()
    .from(paymentCharges)
    .where(and(eq(paymentCharges.orderId, order.id), eq(paymentCharges.status, 'PEDIDA')));
  if (!charge) return false;
  const outcome = await chargeOutcome(ctx.settings, charge.key);
  if (outcome) await writeAnswer(tx, ctx, order, charge, outcome);
  else await closeCharge(tx, ctx, charge, 'NAO_RECEBIDA');
  return outcome?.paid ?? false;
}

/** Stores the provider's answer to a charge of a locked order. */
export async function writeAnswer(
  tx: Tx,
  ctx: Writing,
  order: OrderRecord,
  charge: Charge,
  answer: ChargeAnswer,
): Promise<void> {
  await closeCharge(tx, ctx, charge, answer.paid ? 'PAGA' : 'RECUSADA');
  const [link] = await tx.select().from(paymentLinks).where(eq(paymentLinks.id, charge.linkId)).for('update');
  if (!link) throw new Error(`charge ${charge.id} has no link`);
  if (answer.paid) await markPaid(tx, ctx, order, link, answer.reference);
  else
    await tx
      .update(paymentLinks)
      .set({ attempts: link.attempts + 1 })
      .where(eq(paymentLinks.id, link.id));
}

const closeCharge = (tx: Tx, { now }: Writing, { id }: Charge, status: Charge['status']) =>
  tx.update(paymentCharges).set({ status, answeredAt: now() }).where(eq(paymentCharges.id, id));

/** A late payment, for an order cancelled in the meantime, does not change its status but is noted in its log. */
async function markPaid(tx: Tx, ctx: Writing, order: OrderRecord, link: Link, reference: string) {
  await closeLinks(tx, order.id);
  await tx
    .update(paymentLinks)
    .set({
      status: 'PAGO',
      paidAt: ctx.now(),
      providerReference: reference,
      attempts: link.attempts + 1,
      version: link.version + 1,
    })
    .where(eq(paymentLinks.id, link.id));
  const awaited = order.status === 'PAGAMENTO_PENDENTE' || order.status === 'PAGAMENTO_EXPIRADO';
  const text = `Pagamento de ${formatMoney(link.amount, 2)} recebido pelo link`;
  // Recorded as the customer's own action, whoever is signed in at that browser.
  await changeOrder(tx, { ...ctx, user: null }, order, {
    set: awaited ? { status: 'PAGAMENTO_REALIZADO' } : {},
    action: 'PAGAR',
    text: awaited ? text : `${text} quando o pedido já não o esperava: confira se cabe estorno`,
    data: { valor: link.amount, referencia: reference },
  });
}

/** A charge made within this time is left to the request that made it. */
const SETTLED_BY_OTHERS_MS = 60_000;

/** Settles charges that customers did not come back to. A provider that still does not answer is asked again next time. */
export async function settleLostCharges(deps: Pick<Deps, 'db' | 'now' | 'settings'>): Promise<void> {
  const before = new Date(deps.now().getTime() - SETTLED_BY_OTHERS_MS);
  const lost = await deps.db
    .select({ orderId: paymentCharges.orderId })
    .from(paymentCharges)
    .where(and(eq(paymentCharges.status, 'PEDIDA'), lt(paymentCharges.requestedAt, before)))
    .orderBy(asc(paymentCharges.id))
    .limit(500);
  for (const { orderId } of lost)
    try {
      await deps.db.transaction(async (tx) => {
        const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
        if (order) await settleCharge(tx, { ...deps, ip: '', requestId: 'hourly' }, order);
      });
    } catch (error) {
      if (!(error instanceof RemoteFailure)) throw error;
    }
}
