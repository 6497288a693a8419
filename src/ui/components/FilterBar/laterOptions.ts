import type { Output, Route } from '../../../../contract/route.ts';
import { type CallInput, call } from '../../../dataProvider/call.ts';
import { routeKey } from '../../../dataProvider/useRoute.ts';
import type { FilterOption, LaterOptions } from './filters.ts';

/** The choices of a filter from what a route answers; `key` is the filter's, two may read the same route. */
export const laterOptions = <R extends Route>(
  key: string,
  route: R,
  input: CallInput<R>,
  read: (answer: Output<R>) => readonly FilterOption[],
): LaterOptions => ({
  queryKey: [...routeKey(route, input), 'opções', key],
  queryFn: async () => read((await call(route, input)) as Output<R>),
});
