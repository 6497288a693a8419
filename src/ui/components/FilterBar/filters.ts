import { useCallback, useEffect, useRef, useState } from 'react';
import type { ViewedList } from '#contract/config/savedViews.ts';
import type { Output, Route } from '#contract/route.ts';
import { firstOfList } from '#contract/rules/text.ts';
import { formatCalendarDate, isCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { type CallInput, call } from '#data/call.ts';
import { routeKey } from '#data/useRoute.ts';
import type { Labelled } from '../../words.ts';
import type { AsyncOption } from '../inputs/AsyncAutocomplete.tsx';

/** The list's filters under their wire names; an absent or empty key filters nothing. */
export type FilterValues = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface FilterOption {
  value: string;
  label: string;
}

interface FilterBase extends Labelled {
  key: string;
  /** Keeps the chip in the bar even while the filter is not set. */
  pinned?: boolean;
}

/** Options that are fetched when the filter is opened or set by the address, so that the rows load first. */
export interface LazyOptions {
  queryKey: readonly unknown[];
  queryFn: () => Promise<readonly FilterOption[]>;
}

export interface ChoiceFilter extends FilterBase {
  kind: 'select' | 'multiselect';
  options: readonly FilterOption[] | LazyOptions;
}

export interface SearchFilter extends FilterBase {
  kind: 'autocomplete';
  load: (term: string, signal: AbortSignal) => Promise<readonly AsyncOption[]>;
  /** Resolves labels of values that came from the address rather than from a choice. */
  resolve?: (values: readonly string[]) => Promise<readonly FilterOption[]>;
  multiple?: boolean;
  hint?: string;
}

export interface DateRangeFilter extends FilterBase {
  kind: 'dateRange';
  /** The two wire names ('dtIni', 'dtFim'); `key` only identifies the filter. Days are 'YYYY-MM-DD'. */
  fromKey: string;
  toKey: string;
}

interface TextFilter extends FilterBase {
  kind: 'text';
  /** What to type, shown below the input. */
  hint?: string;
}

/** Groups of conditions over the fields of a list, as one text. */
export interface ConditionFilter extends FilterBase {
  kind: 'condition';
  list: ViewedList;
  /** The condition as a sentence. */
  resolve: NonNullable<SearchFilter['resolve']>;
}

export type Filter = ChoiceFilter | SearchFilter | DateRangeFilter | TextFilter | ConditionFilter;

export const hasLazyOptions = (options: ChoiceFilter['options']): options is LazyOptions =>
  'queryFn' in options;

/** The wire names used by a filter. */
export const keysOf = (filter: Filter): string[] =>
  filter.kind === 'dateRange' ? [filter.fromKey, filter.toKey] : [filter.key];

/** Whether the filter's value is a list. */
export const takesSeveral = (filter: Filter): boolean =>
  filter.kind === 'multiselect' || (filter.kind === 'autocomplete' && filter.multiple === true);

/** Normalises the filters of an address, which may have been written by hand: numbers and booleans become strings. */
export const textsOf = (given: Readonly<Record<string, unknown>>): FilterValues =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([key, value]) => [key, Array.isArray(value) ? value.map(String) : String(value)]),
  );

export const listOf = (values: FilterValues, key: string): readonly string[] => {
  const value = values[key];
  if (value === undefined || value === '') return [];
  return typeof value === 'string' ? [value] : value;
};

export const isActive = (filter: Filter, values: FilterValues) =>
  keysOf(filter).some((key) => listOf(values, key).length > 0);

export const clearFilter = (filter: Filter, values: FilterValues): FilterValues => {
  const keys = keysOf(filter);
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
};

export const clearFilters = (filters: readonly Filter[], values: FilterValues): FilterValues =>
  filters.reduce<FilterValues>((rest, filter) => clearFilter(filter, rest), values);

/** The values with changes applied; empty ones are removed. */
export const withValues = (values: FilterValues, changes: FilterValues): FilterValues =>
  Object.fromEntries(
    Object.entries({ ...values, ...changes }).filter(([, value]) => value !== undefined && value.length > 0),
  );

/** Number of names listed in a sentence before the rest is only counted. */
const NAMED = 3;

/** The part after the colon in 'Status: Aberto, Em atendimento'; empty when the filter is not set. */
export const sentenceOf = (
  filter: Filter,
  values: FilterValues,
  wordOf: (value: string) => string,
): string => {
  if (filter.kind === 'dateRange') return rangeSentence(values[filter.fromKey], values[filter.toKey]);
  return firstOfList(listOf(values, filter.key).map(wordOf), NAMED);
};

const rangeSentence = (from: FilterValues[string], to: FilterValues[string]): string => {
  const [first, last] = [dayText(from), dayText(to)];
  if (first && last) return first === last ? first : `de ${first} até ${last}`;
  if (first) return `a partir de ${first}`;
  return last ? `até ${last}` : '';
};

const dayText = (value: FilterValues[string]) =>
  typeof value === 'string' && isCalendarDate(value) ? formatCalendarDate(value) : value ? String(value) : '';

/** Stands for a value until its label is known. People can read a code, but not how a condition is kept. */
const unread = (filter: Filter, value: string): string =>
  filter.kind === 'condition' ? 'carregando…' : value;

const wordKey = (filter: Filter, value: string) => `${filter.key}\n${value}`;

/** Resolves the labels of values that were not chosen in this session; undefined when the options are available locally. */
const resolverOf = (filter: Filter): SearchFilter['resolve'] => {
  if (filter.kind === 'autocomplete' || filter.kind === 'condition') return filter.resolve;
  return 'options' in filter && hasLazyOptions(filter.options) ? filter.options.queryFn : undefined;
};

/** The labels of filter values: from the options, from earlier choices, or fetched once. */
export const useFilterWords = (filters: readonly Filter[], values: FilterValues) => {
  const [words, setWords] = useState<Readonly<Record<string, string>>>({});
  // Conditions that could not be read, with the values at which it was tried: it is tried again with the next.
  const failed = useRef(new Map<string, FilterValues>());
  const newest = useRef(values);

  const learn = useCallback((filter: Filter, options: readonly FilterOption[]) => {
    const learned = options.map((option) => [wordKey(filter, option.value), option.label]);
    setWords((known) => ({ ...known, ...Object.fromEntries(learned) }));
  }, []);

  useEffect(() => {
    newest.current = values;
    const isMissing = (key: string) => {
      const triedAt = failed.current.get(key);
      return triedAt ? triedAt !== values : !(key in words);
    };
    for (const filter of filters) {
      const resolve = resolverOf(filter);
      if (!resolve) continue;
      const missing = listOf(values, filter.key).filter((value) => isMissing(wordKey(filter, value)));
      if (missing.length === 0) continue;
      // Until they are resolved, and if they cannot be, the raw values serve as labels, but for conditions.
      const label = (word: (value: string) => string) =>
        learn(
          filter,
          missing.map((value) => ({ value, label: word(value) })),
        );
      for (const value of missing) failed.current.delete(wordKey(filter, value));
      label((value) => unread(filter, value));
      resolve(missing).then(
        (options) => learn(filter, options),
        () => {
          if (filter.kind !== 'condition') return;
          for (const value of missing) failed.current.set(wordKey(filter, value), newest.current);
          label(() => 'não foi possível ler');
        },
      );
    }
  }, [filters, values, words, learn]);

  const wordOf = (filter: Filter, value: string): string => {
    const options = 'options' in filter && !hasLazyOptions(filter.options) ? filter.options : [];
    return (
      options.find((option) => option.value === value)?.label ??
      words[wordKey(filter, value)] ??
      unread(filter, value)
    );
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
