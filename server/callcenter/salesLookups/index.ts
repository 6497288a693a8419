import { salesLookupRoutes } from '../../../contract/callcenter/salesLookups.ts';
import { foldedText } from '../../../contract/rules/foldedText.ts';
import { implement } from '../../implement.ts';
import { regionOptions, representativeOptions } from '../../sac/lookups/queries.ts';
import { dimensionOptions, orderSourceOptions, sellerOptions } from './queries.ts';

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
