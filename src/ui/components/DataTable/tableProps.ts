import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import type { Column, Density, RowId, Sort } from './columns.ts';
import type { TableSelection, useTicks } from './selection.ts';

export interface DataTableProps<Row> {
  /** What the table is called by a screen reader: 'Tickets'. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => RowId;
  /** Address of the row: the main cell is a link to it, and a click anywhere on the row follows it. */
  rowLink?: ((row: Row) => string) | undefined;
  /** Called when a row is opened. With `rowLink` the link itself goes there: do not navigate here once more. */
  onOpen?: ((row: Row) => void) | undefined;
  /** Buttons shown on hover and focus. Keep it stable: a new function renders every row again. */
  rowActions?: ((row: Row) => ReactNode) | undefined;
  /** Pixels kept for the actions where there is touch; elsewhere they lie over the row's end. */
  actionsWidth?: number;
  /** What most come to the row for, a file to download, is in sight on each: the actions have their own width. */
  actionsStay?: boolean;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  /** A column was given a width by hand, or, with null, back to its contents. Without it the widths stand. */
  onResize?: ((id: string, width: number | null) => void) | undefined;
  selection?: TableSelection<Row> | undefined;
  density?: Density;
  /** Facts on the card of a phone at most: three unless told. */
  cardFacts?: number;
  /** The table scrolls by itself inside this height; any CSS length. */
  maxHeight?: string;
  loading?: boolean;
  /** Shown in place of the rows. What was there stays while loading. */
  error?: ReactNode;
  empty?: ReactNode;
  /** How many rows there are on all pages, and how many come before this page. */
  rowCount?: number | undefined;
  rowOffset?: number;
  onRowKeyDown?: ((event: KeyboardEvent, row: Row) => void) | undefined;
}

/** What both views, rows and cards, are given. */
export interface TableViewProps<Row> extends DataTableProps<Row> {
  order: readonly RowId[];
  ticks: ReturnType<typeof useTicks>;
  events: ReturnType<typeof useRowEvents<Row>>;
}

export const ACTIONS_WIDTH = 96;

export const NOTHING = 'Não existem dados para exibição';

const STEPS: Record<string, number | undefined> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

const rowElementOf = (element: Element) => element.closest<HTMLElement>('[data-index]');

const indexOf = (element: Element) => Number(rowElementOf(element)?.dataset.index ?? Number.NaN);

/** Rows just out of sight stand ready in the virtual window, so the next one is always there to focus. */
const focusRow = (from: Element, step: number) => {
  const body = from.closest('[data-rows]');
  const next = body?.querySelector(`[data-index="${indexOf(from) + step}"]`);
  const target = next?.querySelector<HTMLElement>('[data-open]') ?? next?.querySelector<HTMLElement>('input');
  target?.focus();
  target?.scrollIntoView?.({ block: 'nearest' });
};

const openerOf = (element: Element) => rowElementOf(element)?.querySelector('[data-open]');

const isBusyWith = (target: Element) =>
  target.closest('a, button, input, select, textarea, label, [role=button], [role=menuitem], .tick') !==
    null || (window.getSelection()?.toString() ?? '') !== '';

const isTyping = (target: Element) =>
  target.matches('input:not([type=checkbox]), textarea, select, [contenteditable=true]');

const hasModifier = (event: KeyboardEvent) =>
  event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;

/**
 * Clicks and keys of all rows, heard once on the body. A click anywhere on a row is handed to the row's link,
 * pressed keys included, so that Ctrl opens a tab as it does on the link itself.
 */
export const useRowEvents = <Row>(options: {
  rows: readonly Row[];
  onOpen: ((row: Row) => void) | undefined;
  /** Seen before the table's own keys; preventDefault keeps the table out. */
  onRowKeyDown: ((event: KeyboardEvent, row: Row) => void) | undefined;
}) => {
  const rowOf = (element: Element) => options.rows[indexOf(element)];

  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const row = rowOf(target);
    const openers = target.closest('[data-open]');
    if (row === undefined || (!openers && isBusyWith(target))) return;
    if (openers) {
      options.onOpen?.(row);
      return;
    }
    const { ctrlKey, metaKey, shiftKey } = event;
    openerOf(target)?.dispatchEvent(
      new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
    );
  };

  const onAuxClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const link = openerOf(target);
    if (event.button !== 1 || isBusyWith(target) || !(link instanceof HTMLAnchorElement)) return;
    window.open(link.href, '_blank', 'noopener');
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as Element;
    const row = rowOf(target);
    if (row === undefined || isTyping(target)) return;
    options.onRowKeyDown?.(event, row);
    const step = event.defaultPrevented || hasModifier(event) ? undefined : STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    focusRow(target, step);
  };

  return { onClick, onAuxClick, onKeyDown };
};
