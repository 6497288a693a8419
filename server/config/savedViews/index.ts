import { SavedView, savedViewRoutes } from '../../../contract/config/savedViews.ts';
import { implement } from '../../implement.ts';
import { simpleListOf } from '../simpleRest.ts';
import { listViews, oneView } from './queries.ts';
import { createView, removeView, setDefaultView, updateView } from './write.ts';

export const savedViewImplementation = implement(savedViewRoutes, {
  list: async ({ query }, ctx) =>
    simpleListOf(ctx, query, { name: 'visoes', record: SavedView }, await listViews(ctx, query.lista)),
  get: ({ params }, ctx) => oneView(ctx, params.idVisao),
  create: createView,
  update: updateView,
  remove: removeView,
  setDefault: setDefaultView,
});
