import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { currentLoad } from '../../dataProvider/session.ts';
import { type Filter, type FilterValues, keysOf } from '../../ui/components/FilterBar/filters.ts';

/** The filters of a board stand in the address; what the address says wrongly filters nothing. */
export function useBoardFilters(filters: readonly Filter[], others: readonly string[] = []) {
  const [search, setSearch] = useSearchParams();
  const keys = useMemo(() => [...filters.flatMap(keysOf), ...others], [filters, others]);
  const values = useMemo(
    (): FilterValues =>
      Object.fromEntries(
        keys.flatMap((key) => {
          const value = search.get(key);
          return value && isGood(key, value) ? [[key, value]] : [];
        }),
      ),
    [keys, search],
  );
  const change = useCallback(
    (next: FilterValues) =>
      setSearch(
        (now) => {
          const changed = new URLSearchParams(now);
          for (const key of keys) changed.delete(key);
          for (const [key, value] of Object.entries(next)) if (value) changed.set(key, String(value));
          return changed;
        },
        { replace: true },
      ),
    [keys, setSearch],
  );
  return { values, change };
}

const isGood = (key: string, value: string): boolean => {
  if (key.startsWith('dt')) return isCalendarDate(value);
  return key.startsWith('id') ? /^[1-9]\d{0,8}$/.test(value) : true;
};

/** The values as a query carries them: ids are numbers. */
export const queryOf = (values: FilterValues) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, key.startsWith('id') ? Number(value) : String(value)]),
  );

/** Offered to whoever sees more than one. */
export function branchFilter(): Filter[] {
  const branches = currentLoad()?.filiais ?? [];
  if (branches.length < 2) return [];
  return [
    {
      key: 'idFil',
      label: 'Filial',
      kind: 'select',
      pinned: true,
      options: branches.map(({ idFil, fant, razSoc }) => ({ value: `${idFil}`, label: fant || razSoc })),
    },
  ];
}
