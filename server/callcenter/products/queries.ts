import { asc, eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { freightTypes, paymentPlans } from '../../db/tables/index.ts';

export { mixOfCustomer } from './mix.ts';

/** Payment plans that may be offered. */
export const activePlans = (db: Executor) =>
  db
    .select({
      id: paymentPlans.id,
      desc: paymentPlans.name,
      percentual: paymentPlans.percent,
      minimo: paymentPlans.minimum,
    })
    .from(paymentPlans)
    .where(eq(paymentPlans.active, true))
    .orderBy(asc(paymentPlans.id));

/** Ways of delivery that may be offered. */
export const activeFreightTypes = (db: Executor) =>
  db
    .select({ id: freightTypes.id, desc: freightTypes.name, proprio: freightTypes.own })
    .from(freightTypes)
    .where(eq(freightTypes.active, true))
    .orderBy(asc(freightTypes.id));
