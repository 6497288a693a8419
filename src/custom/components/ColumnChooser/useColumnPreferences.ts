import { useCallback, useMemo, useState } from 'react';
import type { Column } from '../DataTable/columns.ts';
import { type ColumnPreferences, parsePreferences, visibleColumns } from './columnPreferences.ts';

/** Choice, order and density of a table's columns, kept in the browser under `storageKey`. */
export const useColumnPreferences = <Row>(
  storageKey: string,
  columns: readonly Column<Row>[],
  defaults?: ColumnPreferences,
) => {
  const [preferences, setPreferences] = useState(() =>
    parsePreferences(localStorage.getItem(storageKey), defaults),
  );
  const change = useCallback(
    (next: ColumnPreferences) => {
      setPreferences(next);
      try {
        localStorage.setItem(storageKey, JSON.stringify(next));
      } catch {
        // A full or forbidden storage costs only the memory of the choice.
      }
    },
    [storageKey],
  );
  const visible = useMemo(() => visibleColumns(columns, preferences), [columns, preferences]);
  return { preferences, change, visible, density: preferences.density };
};
