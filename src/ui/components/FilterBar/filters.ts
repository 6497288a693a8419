import { formatCalendarDate, isCalendarDate } from '../../../../contract/rules/calendarDate.ts';
import type { AsyncOption } from '../inputs/AsyncAutocomplete.tsx';

/** What the list is filtered by, under the names of the wire; a key that is absent or empty filters nothing. */
export type FilterValues = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface FilterOption {
  value: string;
  label: string;
}

interface FilterBase {
  key: string;
  label: string;
  /** The chip stands in the bar also while it filters nothing. */
  pinned?: boolean;
}

/** Choices that are asked for when the filter is opened, or when the address has set it: rows come first. */
export interface LaterOptions {
  queryKey: readonly unknown[];
  queryFn: () => Promise<readonly FilterOption[]>;
}

export interface ChoiceFilter extends FilterBase {
  kind: 'select' | 'multiselect';
  options: readonly FilterOption[] | LaterOptions;
}

export interface SearchFilter extends FilterBase {
  kind: 'autocomplete';
  load: (term: string, signal: AbortSignal) => Promise<readonly AsyncOption[]>;
  /** The words for values that came from the address, not from a choice. */
  resolve?: (values: readonly string[]) => Promise<readonly FilterOption[]>;
  multiple?: boolean;
  hint?: string;
}

export interface DateRangeFilter extends FilterBase {
  kind: 'dateRange';
  /** The two names on the wire ('dtIni', 'dtFim'); `key` only names the filter. Days are 'YYYY-MM-DD'. */
  fromKey: string;
  toKey: string;
}

interface TextFilter extends FilterBase {
  kind: 'text';
}

/** A filter as data. */
export type Filter = ChoiceFilter | SearchFilter | DateRangeFilter | TextFilter;

export const isLater = (options: ChoiceFilter['options']): options is LaterOptions => 'queryFn' in options;

/** The names on the wire that a filter owns. */
export const keysOf = (filter: Filter): string[] =>
  filter.kind === 'dateRange' ? [filter.fromKey, filter.toKey] : [filter.key];

/** Whether its value is a list. */
export const takesSeveral = (filter: Filter): boolean =>
  filter.kind === 'multiselect' || (filter.kind === 'autocomplete' && filter.multiple === true);

/** The filters of an address, whoever wrote it: a number or a yes in it is meant as its text. */
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

/** Values with some changed; what is empty is taken out. */
export const withValues = (values: FilterValues, changes: FilterValues): FilterValues =>
  Object.fromEntries(
    Object.entries({ ...values, ...changes }).filter(([, value]) => value !== undefined && value.length > 0),
  );

/** How many names a sentence holds before it counts the rest. */
const NAMED = 3;

/** The part after the colon of 'Status: Aberto, Em atendimento'; nothing while the filter is not set. */
export const sentenceOf = (
  filter: Filter,
  values: FilterValues,
  wordOf: (value: string) => string,
): string => {
  if (filter.kind === 'dateRange') return rangeSentence(values[filter.fromKey], values[filter.toKey]);
  const words = listOf(values, filter.key).map(wordOf);
  const rest = words.length - NAMED;
  return rest > 0 ? `${words.slice(0, NAMED).join(', ')} e mais ${rest}` : words.join(', ');
};

const rangeSentence = (from: FilterValues[string], to: FilterValues[string]): string => {
  const [first, last] = [dayText(from), dayText(to)];
  if (first && last) return first === last ? first : `de ${first} até ${last}`;
  if (first) return `a partir de ${first}`;
  return last ? `até ${last}` : '';
};

const dayText = (value: FilterValues[string]) =>
  typeof value === 'string' && isCalendarDate(value) ? formatCalendarDate(value) : value ? String(value) : '';
