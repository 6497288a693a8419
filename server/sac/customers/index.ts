import { eq } from 'drizzle-orm';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import { type Customer, customerRoutes } from '#contract/sac/customers.ts';
import type { Context } from '../../context.ts';
import { representatives } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import {
  branchesOfCustomers,
  carriersOfCustomer,
  customerOption,
  visibleCustomer,
} from './customerLookup.ts';
import { customerSums } from './list/customerSums.ts';
import { exportCustomers } from './list/exportCustomers.ts';
import { listCustomers } from './list/listCustomers.ts';
import { customerRegistration } from './queries.ts';

export const customerImplementation = implement(customerRoutes, {
  list: listCustomers,
  sums: customerSums,
  exportFile: exportCustomers,
  get: async ({ params }, ctx) => ({ data: await oneCustomer(params.idCli, ctx) }),
  registration: async ({ params }, ctx) => ({ data: await customerRegistration(params.idCli, ctx) }),
  carriers: async ({ params }, { db, user }) => {
    if (!(await visibleCustomer(db, user, params.idCli))) throw notFound();
    return carriersOfCustomer(db, params.idCli);
  },
});

async function oneCustomer(id: number, { db, user, now }: Context): Promise<Customer> {
  const row = await visibleCustomer(db, user, id);
  if (!row) throw notFound();
  const branches = await branchesOfCustomers(db, user, [id]);
  const [representative] = row.representativeId
    ? await db
        .select({ id: representatives.id, nome: representatives.name })
        .from(representatives)
        .where(eq(representatives.id, row.representativeId))
    : [];
  return {
    ...customerOption(row, branches.get(id) ?? [], localDate(now(), DEFAULT_TIME_ZONE), user),
    prospect: row.prospect,
    inscEst: row.stateRegistration,
    dtUltComp: row.lastPurchaseOn,
    representante: representative ?? null,
  };
}
