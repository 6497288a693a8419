import { dashboardRoutes } from '../../../contract/sac/dashboards.ts';
import { implement } from '../../implement.ts';
import { allFigures } from './allFigures.ts';
import { waitingFor } from './waiting.ts';

export const dashboardImplementation = implement(dashboardRoutes, {
  all: ({ query }, ctx) => allFigures(query, ctx),
  waiting: (_input, ctx) => waitingFor(ctx),
});
