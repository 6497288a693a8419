import { eq, sql } from 'drizzle-orm';
import { states } from '../../../contract/catalogs/states.ts';
import { normalizePostalCode } from '../../../contract/rules/contact.ts';
import { registrationLookupRoutes } from '../../../contract/sac/registration.ts';
import { findAddress } from '../../adapters/postalCode/findAddress.ts';
import type { Context } from '../../context.ts';
import { activities, customerClassifications, leadSources, priceTables } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { banks, citiesOf } from '../../places.ts';

export const registrationLookupImplementation = implement(registrationLookupRoutes, {
  postalCode: async ({ params }, ctx) =>
    (await findAddress(ctx, normalizePostalCode(params.cep))) ?? { erro: true },
  states: async () => states.map(({ value, label }) => ({ uf: value, nome: label })),
  cities: async ({ params }) => {
    const cities = citiesOf(params.uf);
    if (!cities) throw notFound();
    return cities.map(({ ibge, cidade }) => ({ ibge, cidade }));
  },
  banks: bankOptions,
  banksCallcenter: bankOptions,
  priceTables: options(priceTables),
  priceTablesCallcenter: options(priceTables),
  leadSources: options(leadSources),
  leadSourcesCallcenter: options(leadSources),
  classifications: options(customerClassifications),
  classificationsCallcenter: options(customerClassifications),
  activities: options(activities),
  activitiesCallcenter: options(activities),
});

async function bankOptions() {
  return banks().map((bank) => ({ ...bank }));
}

type Listed = typeof activities | typeof leadSources | typeof priceTables | typeof customerClassifications;

/** The active entries of a list, ordered by name. */
function options(given: Listed) {
  // These tables share one shape under different names.
  const table = given as typeof activities;
  return (_: unknown, { db }: Context) =>
    db
      .select({ id: table.id, desc: table.name })
      .from(table)
      .where(eq(table.active, true))
      .orderBy(sql`${table.name} collate pt_br`);
}
