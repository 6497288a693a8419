import { parameterRoutes } from '../../../contract/config/parameters.ts';
import { implement } from '../../implement.ts';
import { listParameters, parameterTitles } from './list.ts';
import { restoreParameter, updateParameter } from './write.ts';

export const parameterImplementation = implement(parameterRoutes, {
  list: (_, ctx) => listParameters(ctx),
  titles: async () => parameterTitles(),
  update: (input, ctx) => updateParameter(input, ctx),
  restore: (input, ctx) => restoreParameter(input, ctx),
});
