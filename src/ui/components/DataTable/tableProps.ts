import type { FocusEvent, KeyboardEvent, MouseEvent, ReactNode, RefObject } from 'react';
import { letterShortcutsEnabled } from '../../shell/shortcuts/shortcuts.tsx';
import type { Answer } from '../../shell/states/StateMessage.tsx';
import type { Column, Density, RowId, Sort, Widths } from './columns.ts';
import type { TableSelection, useTicks } from './selection.tsx';

export interface DataTableProps<Row> {
  /** The table's accessible name: 'Tickets'. */
  label: string;
  columns: readonly Column<Row>[];
  /** Whether the person chose the columns, which are then all kept however narrow the window is. */
  chosen?: boolean;
  /** Widths chosen by the person. */
  widths?: Widths | undefined;
  rows: readonly Row[];
  rowId: (row: Row) => RowId;
  /** Path of the row: the main cell links to it, and a click anywhere on the row follows that link. */
  rowLink?: ((row: Row) => string) | undefined;
  /** Called when a row is opened. With `rowLink`, the link already navigates, so do not navigate again here. */
  onOpen?: ((row: Row) => void) | undefined;
  /** Buttons at the end of each row. Keep it stable, since a new function re-renders every row. */
  rowActions?: ((row: Row) => ReactNode) | undefined;
  /** Pixels of their own, so that they cover nothing of the row. */
  actionsWidth?: number | undefined;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  /**
   * Called when a column was resized manually, or with null when it was reset to its contents. Without it, widths cannot be
   * changed.
   */
  onResize?: ((id: string, width: number | null) => void) | undefined;
  selection?: TableSelection<Row> | undefined;
  density?: Density;
  /** Maximum number of facts on a phone's card; three by default. */
  cardFacts?: number | undefined;
  /** Height within which the table scrolls; any CSS length. */
  maxHeight?: string;
  loading?: boolean;
  /** The request for the rows: why it failed is shown in their place, or above the rows of an earlier answer. */
  answer?: Answer | undefined;
  empty?: ReactNode;
  /** Total number of rows across all pages, and the number before this page. */
  rowCount?: number | undefined;
  rowOffset?: number;
  /** Called before the table's own key handling; preventDefault suppresses the latter. */
  onRowKeyDown?: ((event: KeyboardEvent, row: Row) => void) | undefined;
  /** Called when the focus comes to something in a row. */
  onRowFocus?: ((row: Row) => void) | undefined;
  /** Called when somebody opens a cell that can be changed in its place (Column.edit). */
  onEdit?: ((row: Row, column: string, cell: HTMLElement) => void) | undefined;
  /** Receives what the table scrolls in; empty on a phone, where the page scrolls. */
  scroller?: RefObject<HTMLDivElement | null> | undefined;
}

/** Props of both views, rows and cards. */
export interface TableViewProps<Row> extends DataTableProps<Row> {
  scroller: RefObject<HTMLDivElement | null>;
  /** Shown in place of the rows. Existing rows stay visible while loading. */
  error: ReactNode;
  order: readonly RowId[];
  ticks: ReturnType<typeof useTicks>;
  events: ReturnType<typeof useRowEvents<Row>>;
}

export const ACTIONS_WIDTH = 96;

export const NOTHING = 'Não existem dados para exibição';

const STEPS: Record<string, number | undefined> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

const rowElementOf = (element: Element) => element.closest<HTMLElement>('[data-index]');

const indexOf = (element: Element) => Number(rowElementOf(element)?.dataset.index ?? Number.NaN);

/** Rows just out of view are already rendered by the virtual window, so the next one can always be focused. */
const focusRow = (from: Element, step: number) => {
  const body = from.closest('[data-rows]');
  const next = body?.querySelector(`[data-index="${indexOf(from) + step}"]`);
  const column = from.closest<HTMLElement>('[data-edit]')?.dataset.edit;
  const target =
    (column && next?.querySelector<HTMLElement>(`[data-edit="${column}"]`)) ||
    next?.querySelector<HTMLElement>('[data-open]') ||
    next?.querySelector<HTMLElement>('input');
  target?.focus();
  target?.scrollIntoView?.({ block: 'nearest' });
};

/** From anywhere else on the page; within a row the table itself handles its keys. */
export const focusFirstRow = () =>
  document.querySelector<HTMLElement>('main [data-rows] [data-open]')?.focus();

const openerOf = (element: Element) => rowElementOf(element)?.querySelector('[data-open]');

const SIDEWAYS: Record<string, number | undefined> = { ArrowRight: 1, ArrowLeft: -1 };

/** The cell that E changes: the focused one, otherwise the first of the row. */
const editedFrom = (target: Element) =>
  target.closest<HTMLElement>('[data-edit]') ??
  rowElementOf(target)?.querySelector<HTMLElement>('[data-edit]');

/** From the row's link to its cells that can be changed, and back; whether there was one to go to. */
const focusBeside = (from: Element, step: number): boolean => {
  const stops = [...(rowElementOf(from)?.querySelectorAll<HTMLElement>('[data-open], [data-edit]') ?? [])];
  const at = stops.findIndex((stop) => stop.contains(from));
  const next = at < 0 ? undefined : stops[at + step];
  next?.focus();
  next?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  return next !== undefined;
};

const isBusyWith = (target: Element) =>
  target.closest('a, button, input, select, textarea, label, [role=button], [role=menuitem], .tick') !==
    null || (window.getSelection()?.toString() ?? '') !== '';

const isTyping = (target: Element) =>
  target.matches('input:not([type=checkbox]), textarea, select, [contenteditable=true]');

const hasModifier = (event: KeyboardEvent) =>
  event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;

/**
 * Handles the clicks and keys of all rows with listeners on the body. A click anywhere on a row is forwarded to the row's
 * link including modifier keys, so that Ctrl opens a new tab as it does on the link itself.
 */
export const useRowEvents = <Row>(
  options: Pick<DataTableProps<Row>, 'rows' | 'onOpen' | 'onEdit' | 'onRowKeyDown' | 'onRowFocus'>,
) => {
  const rowOf = (element: Element) => options.rows[indexOf(element)];

  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const row = rowOf(target);
    const openers = target.closest('[data-open]');
    const cell = target.closest<HTMLElement>('[data-edit]');
    if (row !== undefined && cell) return options.onEdit?.(row, cell.dataset.edit ?? '', cell);
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
    if (event.key.toLowerCase() === 'e' && !hasModifier(event) && letterShortcutsEnabled()) {
      const cell = editedFrom(target);
      if (cell) {
        event.preventDefault();
        cell.focus();
        cell.click();
        return;
      }
    }
    options.onRowKeyDown?.(event, row);
    const sideways = event.defaultPrevented || hasModifier(event) ? undefined : SIDEWAYS[event.key];
    if (sideways && focusBeside(target, sideways)) event.preventDefault();
    const step = event.defaultPrevented || hasModifier(event) ? undefined : STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    focusRow(target, step);
  };

  const onFocus = ({ target }: FocusEvent) => {
    const row = rowOf(target);
    if (row !== undefined) options.onRowFocus?.(row);
  };

  return { onClick, onAuxClick, onKeyDown, onFocus };
};

/** Up to this many rows, all of them are in the page, so that the browser's search and screen readers find them. */
export const VIRTUAL_FROM = 60;

/** The rows that are rendered. */
export interface RowWindow {
  indexes: number[];
  /** Height in pixels of the rows not rendered above and below. */
  before: number;
  after: number;
}

/**
 * The initial rows, with space for the others: all rows of a short list, and the first ones of a long list until its window
 * is known.
 */
export const firstRows = (count: number, rowHeight: number): RowWindow => {
  const shown = Math.min(count, VIRTUAL_FROM);
  return {
    indexes: Array.from({ length: shown }, (_, index) => index),
    before: 0,
    after: (count - shown) * rowHeight,
  };
};
