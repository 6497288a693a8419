import { useCallback, useMemo, useState } from 'react';
import { sessionRoutes } from '#contract/session/session.ts';
import { call } from '#data/call.ts';
import { currentInitialLoad, storeForPerson } from '#data/session.ts';
import { type Column, type Density, STANDARD_DENSITY } from '../DataTable/columns.ts';

/**
 * Selection, order and density of a table's columns, stored under `storageKey`: in the browser, and with the person's
 * preferences on the server for browsers that do not have them yet. Without a key the defaults stay.
 */
export const useColumnPreferences = <Row>(
  storageKey: string | undefined,
  columns: readonly Column<Row>[],
  defaults: ColumnPreferences = DEFAULT_PREFERENCES,
) => {
  const [preferences, setPreferences] = useState(() =>
    storageKey === undefined
      ? defaults
      : parsePreferences(localStorage.getItem(storageKey) ?? storedPreference(storageKey), defaults),
  );
  const change = useCallback(
    (next: ColumnPreferences) => {
      setPreferences(next);
      if (storageKey === undefined) return;
      storeForPerson(localStorage, storageKey, JSON.stringify(next));
      call(sessionRoutes.preferences, { body: { [storageKey]: next } }).catch(() => {
        // If the server is unreachable, the browser still has the choice.
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
  const chosen = isOwnChoice(preferences, defaults);
  return { preferences, change, resize, visible, chosen, density: preferences.density };
};

const storedPreference = (key: string) => JSON.stringify(currentInitialLoad()?.preferencias[key] ?? null);

/** A person's choices for one table; stored as JSON under the caller's key. */
export interface ColumnPreferences {
  /** Ids in the person's order. Columns added after the choice follow in their default order. */
  order: string[];
  hidden: string[];
  density: Density;
  /** Widths in pixels of the columns that the person resized; the others are sized by their contents. */
  widths?: Record<string, number>;
}

export const DEFAULT_PREFERENCES: ColumnPreferences = { order: [], hidden: [], density: STANDARD_DENSITY };

/** Whether the person chose columns, which are then kept however narrow the window is. */
export const isOwnChoice = (preferences: ColumnPreferences, defaults: ColumnPreferences): boolean =>
  `${preferences.order}|${preferences.hidden}` !== `${defaults.order}|${defaults.hidden}`;

/** All columns in the person's order, without ids that no longer exist. */
export const orderedColumns = <Row>(
  columns: readonly Column<Row>[],
  { order }: ColumnPreferences,
): Column<Row>[] => {
  const chosen = order.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  return [...chosen, ...columns.filter((column) => !order.includes(column.id))];
};

/** The visible columns. One that must not be hidden is shown whatever was stored. */
const visibleColumns = <Row>(columns: readonly Column<Row>[], preferences: ColumnPreferences) =>
  orderedColumns(columns, preferences).filter((column) => isVisible(column, preferences));

/** Whether a column is shown; an on-demand column is hidden until it has been given a position. */
export const isVisible = <Row>(
  { id, hideable, onDemand }: Pick<Column<Row>, 'id' | 'hideable' | 'onDemand'>,
  { hidden, order }: ColumnPreferences,
): boolean => hideable === false || (!hidden.includes(id) && (!onDemand || order.includes(id)));

/** Moves the item at `from` to `to`; positions outside the list change nothing. */
export const moveItem = (ids: readonly string[], from: number, to: number): string[] => {
  const moved = ids[from];
  if (moved === undefined || to < 0 || to >= ids.length) return [...ids];
  const rest = ids.filter((_, index) => index !== from);
  return [...rest.slice(0, to), moved, ...rest.slice(to)];
};

/** Parses stored preferences; anything of another shape is ignored. */
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
