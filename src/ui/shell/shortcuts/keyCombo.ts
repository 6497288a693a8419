/** Once in a sequence, the next key has so long, ms. */
export const SEQUENCE_MS = 1_200;

/**
 * A pressed key as shortcuts name it: `j`, `ctrl+k`, `shift+j`, `?`, `enter`. Cmd counts as ctrl. A sign that needs
 * shift is named by itself, because where it lies differs by keyboard.
 */
export function comboOf(event: KeyboardEvent): string {
  const key = event.key === ' ' ? 'space' : event.key.toLowerCase();
  const shifted = event.shiftKey && (key.length > 1 || key !== key.toUpperCase());
  return [(event.ctrlKey || event.metaKey) && 'ctrl', event.altKey && 'alt', shifted && 'shift', key]
    .filter(Boolean)
    .join('+');
}

/** A letter or sign without ctrl or alt is pressed by accident, or by whoever speaks to the machine. */
export const isBare = (keys: string): boolean => keys.split(' ').some((key) => /^(shift\+)?.$/.test(key));

/** Who types, or stands in a dialog or menu, means what is there. */
export function isBusy(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(BUSY) !== null;
}

const BUSY = [
  'input:not([type=checkbox]):not([type=radio])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable=false])',
  '[role=dialog]',
  '[role=menu]',
  '[role=listbox]',
].join();

/** Enter and space on these press them. */
export const isPressed = (target: EventTarget | null, combo: string): boolean =>
  /^(enter|space)$/.test(combo) &&
  target instanceof Element &&
  target.closest('a, button, summary, input, [role=button], [role=tab]') !== null;
