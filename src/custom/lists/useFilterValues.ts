import type { ListControllerResult, RaRecord } from 'ra-core';
import { useCallback, useMemo } from 'react';
import { type FilterValues, textsOf } from '../components/FilterBar/filters.ts';

/** The list's filters as the bar knows them; `onChange` hears of each change, to let go of what was ticked. */
export function useFilterValues<Row extends RaRecord>(
  { filterValues, setFilters }: ListControllerResult<Row>,
  onChange?: () => void,
): { values: FilterValues; setValues: (next: FilterValues) => void } {
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
