import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { paymentCharges, paymentLinks } from '../../../db/tables/index.ts';

/** An order that is cancelled, let go or a quote again is paid by no link any more. The order is locked. */
export const closeLinks = (tx: Tx, orderId: number) =>
  tx
    .update(paymentLinks)
    .set({ status: 'CANCELADO' })
    .where(and(eq(paymentLinks.orderId, orderId), eq(paymentLinks.status, 'AGUARDANDO')));

/** Whether the provider left a charge of this order without an answer (payments/charges.ts settles it). */
export async function awaitsCharge(tx: Tx, orderId: number): Promise<boolean> {
  const [charge] = await tx
    .select({ id: paymentCharges.id })
    .from(paymentCharges)
    .where(and(eq(paymentCharges.orderId, orderId), eq(paymentCharges.status, 'PEDIDA')));
  return charge !== undefined;
}
