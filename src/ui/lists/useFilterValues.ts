import type { ListControllerResult, RaRecord } from 'ra-core';
import { useCallback, useMemo } from 'react';
import { type FilterValues, textsOf } from '../components/FilterBar/filters.ts';
import { useSoundFilters } from './useSoundFilters.ts';

/** The list's filters as the bar knows them; `onChange` hears of each change, to let go of what was ticked. */
export function useFilterValues<Row extends RaRecord>(
  list: ListControllerResult<Row>,
  onChange?: () => void,
): { values: FilterValues; setValues: (next: FilterValues) => void } {
  useSoundFilters(list);
  const { filterValues, setFilters } = list;
  const values = useMemo(() => textsOf(filterValues), [filterValues]);
  const setValues = useCallback(
    (next: FilterValues) => {
      onChange?.();
      setFilters(next, undefined);
    },
    [setFilters, onChange],
  );
  return { values, setValues };
}
