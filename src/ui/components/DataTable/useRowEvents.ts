import type { KeyboardEvent, MouseEvent } from 'react';

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

const STEPS: Record<string, number | undefined> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Rows just out of sight stand ready in the virtual window, so the next one is always there to focus. */
const focusRow = (from: Element, step: number) => {
  const body = from.closest('[data-rows]');
  const next = body?.querySelector(`[data-index="${indexOf(from) + step}"]`);
  const target = next?.querySelector<HTMLElement>('[data-open]') ?? next?.querySelector<HTMLElement>('input');
  target?.focus();
  target?.scrollIntoView?.({ block: 'nearest' });
};

const rowElementOf = (element: Element) => element.closest<HTMLElement>('[data-index]');
const indexOf = (element: Element) => Number(rowElementOf(element)?.dataset.index ?? Number.NaN);
const openerOf = (element: Element) => rowElementOf(element)?.querySelector('[data-open]');

const isBusyWith = (target: Element) =>
  target.closest('a, button, input, select, textarea, label, [role=button], [role=menuitem], .tick') !==
    null || (window.getSelection()?.toString() ?? '') !== '';

const isTyping = (target: Element) =>
  target.matches('input:not([type=checkbox]), textarea, select, [contenteditable=true]');
const hasModifier = (event: KeyboardEvent) =>
  event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
