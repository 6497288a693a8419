import { salesLookupRoutes } from '../../../contract/callcenter/salesLookups.ts';
import { implement } from '../../implement.ts';
import { regionOptions, representativeOptions } from '../../sac/lookups/queries.ts';
import { dimensionOptions, orderSourceOptions, sellerOptions } from './queries.ts';

export const salesLookupImplementation = implement(salesLookupRoutes, {
  representatives: (_, { db, user }) => representativeOptions(db, user),
  sellers: (_, { db, user }) => sellerOptions(db, user),
  sellerNames: (_, { db, user }) => sellerOptions(db, user),
  regions: async ({ query }, { db, user }) => {
    const wanted = folded(query.q ?? '');
    return (await regionOptions(db, user)).filter(({ desc }) => folded(desc).includes(wanted));
  },
  dimensions: (_, { db }) => dimensionOptions(db),
  orderSources: (_, { db }) => orderSourceOptions(db),
});

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
