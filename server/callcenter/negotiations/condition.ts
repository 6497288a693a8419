import { eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { paymentPlans, type priceNegotiations } from '../../db/tables/index.ts';
import type { OrderRecord } from '../orderLock.ts';
import { priceTableOf } from '../quoteSetting.ts';

type Condition = Pick<typeof priceNegotiations.$inferInsert, 'planId' | 'planPercent' | 'priceTableId'>;

/** Under which a price of this quote is asked for now. */
export async function conditionOf(db: Executor, order: OrderRecord): Promise<Condition> {
  const { paymentPlanId, priceTableId, customerId } = order;
  const [plan] = paymentPlanId
    ? await db.select().from(paymentPlans).where(eq(paymentPlans.id, paymentPlanId))
    : [];
  return {
    planId: paymentPlanId,
    planPercent: plan?.percent ?? '0',
    priceTableId: priceTableId ?? (await priceTableOf(db, customerId)),
  };
}
