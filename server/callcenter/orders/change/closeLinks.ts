import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { paymentLinks } from '../../../db/tables/index.ts';

/** An order that is cancelled, let go or a quote again is paid by no link any more. The order is locked. */
export const closeLinks = (tx: Tx, orderId: number) =>
  tx
    .update(paymentLinks)
    .set({ status: 'CANCELADO' })
    .where(and(eq(paymentLinks.orderId, orderId), eq(paymentLinks.status, 'AGUARDANDO')));
