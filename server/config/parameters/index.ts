import { parameterRoutes } from '../../../contract/config/parameters.ts';
import { implement } from '../../implement.ts';
import { listParameters } from './list.ts';
import { restoreParameter, updateParameter } from './write.ts';

export const parameterImplementation = implement(parameterRoutes, {
  list: listParameters,
  update: updateParameter,
  restore: restoreParameter,
});
