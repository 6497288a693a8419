import { useCallback, useMemo, useState } from 'react';
import { sessionRoutes } from '../../../../contract/session/session.ts';
import { call } from '../../../dataProvider/call.ts';
import { currentLoad } from '../../../dataProvider/session.ts';
import type { Column } from '../DataTable/columns.ts';
import { type ColumnPreferences, parsePreferences, visibleColumns } from './columnPreferences.ts';

/**
 * Choice, order and density of a table's columns, kept under `storageKey`: in the browser, and with the person's
 * preferences on the server for a browser that does not know them yet.
 */
export const useColumnPreferences = <Row>(
  storageKey: string,
  columns: readonly Column<Row>[],
  defaults?: ColumnPreferences,
) => {
  const [preferences, setPreferences] = useState(() =>
    parsePreferences(localStorage.getItem(storageKey) ?? kept(storageKey), defaults),
  );
  const change = useCallback(
    (next: ColumnPreferences) => {
      setPreferences(next);
      try {
        localStorage.setItem(storageKey, JSON.stringify(next));
      } catch {
        // A full or forbidden storage costs only the memory of the choice.
      }
      call(sessionRoutes.preferences, { body: { [storageKey]: next } }).catch(() => {
        // So does a server that is not there: the browser has it.
      });
    },
    [storageKey],
  );
  const resize = useCallback(
    (id: string, width: number | null) => {
      const { [id]: _before, ...others } = preferences.widths ?? {};
      change({ ...preferences, widths: width === null ? others : { ...others, [id]: width } });
    },
    [change, preferences],
  );
  const visible = useMemo(() => visibleColumns(columns, preferences), [columns, preferences]);
  return { preferences, change, resize, visible, density: preferences.density };
};

const kept = (key: string) => JSON.stringify(currentLoad()?.preferencias[key] ?? null);
