import { asc, eq } from 'drizzle-orm';
import { salesLookupRoutes } from '#contract/callcenter/salesLookups.ts';
import { foldedText } from '#contract/rules/text.ts';
import type { Executor } from '../../db/client.ts';
import { dimensions, trafficSources } from '../../db/tables/index.ts';
import { implement } from '../../implement.ts';
import { regionOptions, representativeOptions } from '../../sac/lookups/queries.ts';
import { sellerOptions } from './queries.ts';

export const salesLookupImplementation = implement(salesLookupRoutes, {
  representatives: (_, { db, user }) => representativeOptions(db, user),
  sellers: (_, { db, user }) => sellerOptions(db, user),
  sellerNames: (_, { db, user }) => sellerOptions(db, user),
  regions: async ({ query }, { db, user }) => {
    const wanted = foldedText(query.q ?? '');
    return (await regionOptions(db, user)).filter(({ desc }) => foldedText(desc).includes(wanted));
  },
  dimensions: (_, { db }) => dimensionOptions(db),
  orderSources: (_, { db }) => orderSourceOptions(db),
});

const dimensionOptions = (db: Executor) =>
  db
    .select({ id: dimensions.id, desc: dimensions.name })
    .from(dimensions)
    .where(eq(dimensions.active, true))
    .orderBy(asc(dimensions.name));

const orderSourceOptions = (db: Executor) =>
  db
    .select({ id: trafficSources.id, desc: trafficSources.name })
    .from(trafficSources)
    .where(eq(trafficSources.active, true))
    .orderBy(asc(trafficSources.id));
