import { useCallback, useMemo, useState } from 'react';
import { sessionRoutes } from '../../../../contract/session/session.ts';
import { call } from '../../../dataProvider/call.ts';
import { currentLoad } from '../../../dataProvider/session.ts';
import { type Column, type Density, STANDARD_DENSITY } from '../DataTable/columns.ts';

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

/** What a person chose for one table; kept as JSON under the caller's key. */
export interface ColumnPreferences {
  /** Ids in the person's order. Columns that came later than the choice follow in their own order. */
  order: string[];
  hidden: string[];
  density: Density;
  /** Pixels, of the columns that the person drew; the others go by their contents. */
  widths?: Record<string, number>;
}

export const DEFAULT_PREFERENCES: ColumnPreferences = { order: [], hidden: [], density: STANDARD_DENSITY };

/** All columns in the person's order; ids that no longer exist are left out. */
export const orderedColumns = <Row>(
  columns: readonly Column<Row>[],
  { order }: ColumnPreferences,
): Column<Row>[] => {
  const chosen = order.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  return [...chosen, ...columns.filter((column) => !order.includes(column.id))];
};

/** The columns to show. One that must not be hidden is shown whatever was stored. */
const visibleColumns = <Row>(columns: readonly Column<Row>[], preferences: ColumnPreferences) =>
  orderedColumns(columns, preferences).filter((column) => isVisible(column, preferences));

/** A column that is shown on demand waits until it was given a place. */
export const isVisible = <Row>(
  { id, hideable, onDemand }: Pick<Column<Row>, 'id' | 'hideable' | 'onDemand'>,
  { hidden, order }: ColumnPreferences,
): boolean => hideable === false || (!hidden.includes(id) && (!onDemand || order.includes(id)));

/** The item at `from` goes to `to`; places outside the list change nothing. */
export const moveItem = (ids: readonly string[], from: number, to: number): string[] => {
  const moved = ids[from];
  if (moved === undefined || to < 0 || to >= ids.length) return [...ids];
  const rest = ids.filter((_, index) => index !== from);
  return [...rest.slice(0, to), moved, ...rest.slice(to)];
};

/** Reads what was stored; anything of another shape counts as nothing stored. */
export const parsePreferences = (
  text: string | null,
  defaults: ColumnPreferences = DEFAULT_PREFERENCES,
): ColumnPreferences => {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    return isPreferences(stored) ? stored : defaults;
  } catch {
    return defaults;
  }
};

const isPreferences = (value: unknown): value is ColumnPreferences => {
  const { order, hidden, density, widths } = (value ?? {}) as Partial<ColumnPreferences>;
  return (
    isTexts(order) &&
    isTexts(hidden) &&
    (density === 'comfortable' || density === 'compact') &&
    (widths === undefined || isWidths(widths))
  );
};
const isWidths = (value: unknown): value is Record<string, number> =>
  typeof value === 'object' && value !== null && Object.values(value).every(Number.isFinite);
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
