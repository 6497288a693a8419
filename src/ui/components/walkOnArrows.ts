import type { KeyboardEvent } from 'react';

/** What the arrow keys reach in a group. */
export const GROUP_BUTTONS = 'button:not([disabled]), [role=button]:not([aria-disabled=true])';

/** In a group that is a single tab stop, the arrow keys move between its buttons. For the group's `onKeyDown`. */
export function walkOnArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>(GROUP_BUTTONS)];
  const here = buttons.indexOf(document.activeElement as HTMLElement);
  if (!step || here < 0) return;
  event.preventDefault();
  buttons[(here + step + buttons.length) % buttons.length]?.focus();
}
