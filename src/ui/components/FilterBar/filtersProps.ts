import type { Filter, FilterValues } from './filters.ts';
import type { useFilterWords } from './useFilterWords.ts';

/** What the pieces of the bar share. */
export interface FiltersProps {
  filters: readonly Filter[];
  values: FilterValues;
  onChange: (values: FilterValues) => void;
  wordOf: ReturnType<typeof useFilterWords>['wordOf'];
  learn: ReturnType<typeof useFilterWords>['learn'];
}
