import { savedViewRoutes } from '../../../contract/config/savedViews.ts';
import { implement } from '../../implement.ts';
import { listViews } from './queries.ts';
import { createView, removeView, setDefaultView, updateView } from './write.ts';

export const savedViewImplementation = implement(savedViewRoutes, {
  list: ({ query }, ctx) => listViews(ctx, query.lista),
  create: createView,
  update: updateView,
  remove: removeView,
  setDefault: setDefaultView,
});
