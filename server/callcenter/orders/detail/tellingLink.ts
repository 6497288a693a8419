import { and, desc, eq } from 'drizzle-orm';
import type { Executor } from '../../../db/client.ts';
import { paymentLinks } from '../../../db/tables/index.ts';

/** The link by which an order was paid, if it was. */
export async function paidLink(db: Executor, orderId: number) {
  const [link] = await db
    .select()
    .from(paymentLinks)
    .where(and(eq(paymentLinks.orderId, orderId), eq(paymentLinks.status, 'PAGO')))
    .orderBy(desc(paymentLinks.id))
    .limit(1);
  return link;
}
