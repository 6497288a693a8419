import { asc, eq, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { freightTypes, paymentMethods, paymentPlans, priceTables } from '../../db/tables/index.ts';
import { carriersOfCustomer } from '../../sac/customers/queries.ts';
import { visibleOrder } from '../quoteSetting.ts';

/** What the header of a quote may be chosen from. */
export async function quoteChoices(db: Executor, ctx: Context, id: number) {
  const order = await visibleOrder(db, ctx, id);
  const [cobrancas, planos, tabelas, tiposFrete, carriers] = await Promise.all([
    named(db, paymentMethods),
    plansOf(db),
    named(db, priceTables),
    freightTypesOf(db),
    carriersOfCustomer(db, order.customerId),
  ]);
  return {
    cobrancas,
    planos,
    tabelas,
    tiposFrete,
    transportadoras: carriers.map(({ id: carrierId, razSoc }) => ({ id: carrierId, desc: razSoc })),
  };
}

const named = (db: Executor, table: typeof paymentMethods | typeof priceTables) =>
  db
    .select({ id: table.id, desc: table.name })
    .from(table)
    .where(eq(table.active, true))
    .orderBy(sql`${table.name} collate pt_br`);

const plansOf = (db: Executor) =>
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

const freightTypesOf = (db: Executor) =>
  db
    .select({ id: freightTypes.id, desc: freightTypes.name, proprio: freightTypes.own })
    .from(freightTypes)
    .where(eq(freightTypes.active, true))
    .orderBy(asc(freightTypes.id));
