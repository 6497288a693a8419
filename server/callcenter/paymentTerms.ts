import { eq } from 'drizzle-orm';
import type { Executor } from '../db/client.ts';
import { paymentMethods, paymentPlans } from '../db/tables/index.ts';
import type { OrderRecord } from './orderLock.ts';

/** How a quote or order is to be paid, as far as it is said. */
export async function termsOf(
  db: Executor,
  { paymentMethodId, paymentPlanId }: Pick<OrderRecord, 'paymentMethodId' | 'paymentPlanId'>,
) {
  const [method] = paymentMethodId
    ? await db.select().from(paymentMethods).where(eq(paymentMethods.id, paymentMethodId))
    : [];
  const [plan] = paymentPlanId
    ? await db.select().from(paymentPlans).where(eq(paymentPlans.id, paymentPlanId))
    : [];
  return { method, plan };
}
export type Terms = Awaited<ReturnType<typeof termsOf>>;

/** It uses credit of the customer. */
export const isPaidLater = ({ method, plan }: Terms): boolean =>
  method?.online === false && plan !== undefined && plan.days.some((days) => days > 0);
