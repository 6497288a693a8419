import { asc, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { carriers, competitors, freightTypes, paymentPlans } from '../../db/tables/index.ts';

export const activeCarriers = (db: Executor) =>
  db
    .select({ id: carriers.id, nome: carriers.tradeName })
    .from(carriers)
    .where(eq(carriers.active, true))
    .orderBy(sql`${carriers.tradeName} collate pt_br`, asc(carriers.id));

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

export const activeFreightTypes = (db: Executor) =>
  db
    .select({ id: freightTypes.id, desc: freightTypes.name, proprio: freightTypes.own })
    .from(freightTypes)
    .where(eq(freightTypes.active, true))
    .orderBy(asc(freightTypes.id));

export const activeCompetitors = (db: Executor) =>
  db
    .select({ id: competitors.id, desc: competitors.name })
    .from(competitors)
    .where(eq(competitors.active, true))
    .orderBy(sql`${competitors.name} collate pt_br`);
