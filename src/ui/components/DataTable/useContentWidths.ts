import { useEffect, useLayoutEffect, useState } from 'react';
import type { Column } from './columns.ts';
import type { Widths } from './fitting.ts';

const NONE: Widths = {};
/** By the name of the table: it stands as it stood, from before its rows have come. */
const known = new Map<string, Widths>();

/**
 * How wide the contents of each column are, in pixels. The widest that was seen counts, so that the columns stand still
 * from page to page. Measured before the rows are painted.
 */
export function useContentWidths<Row>(
  label: string,
  place: { current: HTMLElement | null },
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  enabled: boolean,
): Widths {
  const [widths, setWidths] = useState(() => known.get(label) ?? NONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns have other contents
  useLayoutEffect(() => {
    const table = place.current?.nextElementSibling?.querySelector('table');
    if (!enabled || !table || rows.length === 0) return;
    const seen = measured(table);
    setWidths((before) => {
      const wider = Object.entries(seen).filter(([id, width]) => width > (before[id] ?? 0));
      return wider.length === 0 ? before : { ...before, ...Object.fromEntries(wider) };
    });
  }, [place, columns, rows, enabled]);
  useEffect(() => {
    if (widths !== NONE) known.set(label, widths);
  }, [label, widths]);
  return widths;
}

/** The table is laid out by its contents for a moment that nobody sees. */
function measured(table: HTMLTableElement): Record<string, number> {
  const places = [...table.querySelectorAll<HTMLElement>('col[data-id]')];
  const before = [table.style.cssText, ...places.map((place) => place.style.cssText)];
  table.style.cssText = 'table-layout: auto; width: max-content; min-width: 0';
  for (const place of places) place.style.cssText = '';
  const heads = [...table.querySelectorAll<HTMLElement>('thead th:not(.tick)')];
  // One pixel more than a fraction of it.
  const seen = places.map(
    (place, at) => [place.dataset.id ?? '', (heads[at]?.offsetWidth ?? 0) + 1] as const,
  );
  for (const [at, element] of [table, ...places].entries()) element.style.cssText = before[at] ?? '';
  return Object.fromEntries(seen);
}
