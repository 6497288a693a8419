import { dashboardRoutes } from '../../../contract/sac/dashboards.ts';
import { waitingRoutes } from '../../../contract/sac/waiting.ts';
import { implement } from '../../implement.ts';
import { allFigures } from './allFigures.ts';
import { waitingFor } from './waiting.ts';

export const dashboardImplementation = implement(dashboardRoutes, {
  all: ({ query }, ctx) => allFigures(query, ctx),
});

export const waitingImplementation = implement(waitingRoutes, {
  waiting: (_input, ctx) => waitingFor(ctx),
});
