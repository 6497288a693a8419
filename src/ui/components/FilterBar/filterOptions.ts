import { useCallback, useEffect, useState } from 'react';
import type { Output, Route } from '../../../../contract/route.ts';
import { type CallInput, call } from '../../../dataProvider/call.ts';
import { routeKey } from '../../../dataProvider/useRoute.ts';
import {
  type Filter,
  type FilterOption,
  type FilterValues,
  hasLazyOptions,
  type LazyOptions,
  listOf,
  type SearchFilter,
} from './filters.ts';

const wordKey = (filter: Filter, value: string) => `${filter.key}\n${value}`;

/** Resolves the labels of values that were not chosen in this session; undefined when the options are available locally. */
const resolverOf = (filter: Filter): SearchFilter['resolve'] => {
  if (filter.kind === 'autocomplete') return filter.resolve;
  return 'options' in filter && hasLazyOptions(filter.options) ? filter.options.queryFn : undefined;
};

/** The labels of filter values: from the options, from earlier choices, or fetched once. */
export const useFilterWords = (filters: readonly Filter[], values: FilterValues) => {
  const [words, setWords] = useState<Readonly<Record<string, string>>>({});

  const learn = useCallback((filter: Filter, options: readonly FilterOption[]) => {
    const learned = options.map((option) => [wordKey(filter, option.value), option.label]);
    setWords((known) => ({ ...known, ...Object.fromEntries(learned) }));
  }, []);

  useEffect(() => {
    for (const filter of filters) {
      const resolve = resolverOf(filter);
      if (!resolve) continue;
      const missing = listOf(values, filter.key).filter((value) => !(wordKey(filter, value) in words));
      if (missing.length === 0) continue;
      // Until they are resolved, and if they cannot be, the raw values serve as labels.
      learn(
        filter,
        missing.map((value) => ({ value, label: value })),
      );
      resolve(missing).then(
        (options) => learn(filter, options),
        () => undefined,
      );
    }
  }, [filters, values, words, learn]);

  const wordOf = (filter: Filter, value: string): string => {
    const options = 'options' in filter && !hasLazyOptions(filter.options) ? filter.options : [];
    return options.find((option) => option.value === value)?.label ?? words[wordKey(filter, value)] ?? value;
  };
  return { wordOf, learn };
};

/** Props shared by the parts of the bar. */
export interface FiltersProps {
  filters: readonly Filter[];
  values: FilterValues;
  onChange: (values: FilterValues) => void;
  wordOf: ReturnType<typeof useFilterWords>['wordOf'];
  learn: ReturnType<typeof useFilterWords>['learn'];
}

/** A filter's options from a route's response. `key` is that of the filter, because two filters may read the same route. */
export const laterOptions = <R extends Route>(
  key: string,
  route: R,
  input: CallInput<R>,
  read: (answer: Output<R>) => readonly FilterOption[],
): LazyOptions => ({
  queryKey: [...routeKey(route, input), 'opções', key],
  queryFn: async () => read((await call(route, input)) as Output<R>),
});
