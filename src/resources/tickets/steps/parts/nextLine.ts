import type { KeyboardEvent } from 'react';

/** Enter goes to the same field of the next line instead of sending the form; Shift+Enter to the one before. */
export function toNextLine(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event;
  if (event.key !== 'Enter' || event.ctrlKey || !(target instanceof HTMLInputElement)) return;
  const { column } = target.dataset;
  if (!column) return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>(`[data-column="${column}"]`)];
  fields[fields.indexOf(target) + (event.shiftKey ? -1 : 1)]?.focus();
}
