import { dimensionRoutes } from '../../../contract/callcenter/dimensions.ts';
import { implement } from '../../implement.ts';
import { requireCustomer } from '../contacts/queries.ts';
import { dimensionsOf, segments } from './queries.ts';
import { createDimension, removeDimension, updateDimension } from './write.ts';

export const dimensionImplementation = implement(dimensionRoutes, {
  segments: (_, { db }) => segments(db),
  ofCustomer: async ({ params, query }, ctx) => {
    await requireCustomer(ctx, params.id);
    const named = (query.dimensao ?? '').split(',').filter(Boolean).map(Number);
    return dimensionsOf(ctx.db, params.id, named);
  },
  create: createDimension,
  update: updateDimension,
  remove: removeDimension,
});
