import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStableCallback } from './useStableCallback.ts';

/*
 * While a person types, a field shows the text and tells its form only four times a second, so that a key costs one field and not
 * a page. It does not wait for a pause: what saves or searches after one would begin in the middle of a word. Whatever acts on
 * the form comes after a press, a key that is no letter, or leaving the field, and each of them tells the form first: nobody
 * reads a form that lacks what stands in a field.
 */

/** Milliseconds between two times that the form is told; less than any pause that something waits for. */
export const TELLING_INTERVAL = 250;

/** What tells the form, of each field that holds a text. */
const holding = new Set<() => void>();

let listening = false;

/**
 * For a field that is typed in: `hold` takes what it holds after a key, and is false where the form is to be told at once.
 * @param tellForm called with what was held last
 */
export function useHeldTyping<T>(tellForm: (typed: T) => void): (typed: T) => boolean {
  const heldValue = useRef<{ typed: T } | null>(null);
  const toldAt = useRef(Number.NEGATIVE_INFINITY);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = useStableCallback(() => {
    clearTimeout(timer.current);
    holding.delete(tell);
    if (!heldValue.current) return;
    const { typed } = heldValue.current;
    heldValue.current = null;
    toldAt.current = performance.now();
    tellForm(typed);
  });
  useLayoutEffect(() => tell, [tell]);
  return (typed) => {
    const now = performance.now();
    const wait = toldAt.current + TELLING_INTERVAL - now;
    if (!heldValue.current && wait <= 0) {
      toldAt.current = now;
      return false;
    }
    if (!heldValue.current) {
      listenForActions();
      holding.add(tell);
      timer.current = setTimeout(tell, wait);
    }
    heldValue.current = { typed };
    return true;
  };
}

/** The same for a field that keeps a value: what it shows, and what takes the next one. */
export function useHeldValue<T>(value: T, tellForm: (value: T) => void): [T, (next: T) => void] {
  const [own, setOwn] = useState<{ held: T } | null>(null);
  const hold = useHeldTyping<T>((held) => {
    setOwn(null);
    tellForm(held);
  });
  return [own ? own.held : value, (held) => (hold(held) ? setOwn({ held }) : tellForm(held))];
}

/** Tells the forms what is typed, and renders them. */
function tellTyped(): void {
  if (holding.size > 0)
    flushSync(() => {
      for (const tell of [...holding]) tell();
    });
}

/** Keys that write. All others may act: Enter, Tab, Escape, an arrow that leaves, a shortcut. */
const writes = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  (key.length === 1 && !ctrlKey && !metaKey && !altKey) || WRITING.has(key);
const WRITING = new Set([
  'Backspace',
  'Delete',
  'Shift',
  'CapsLock',
  'Dead',
  'AltGraph',
  'Process',
  'Unidentified',
]);

/** Installed before the gate of invalid texts, which judges what the form knows. */
export function listenForActions(): void {
  if (listening) return;
  listening = true;
  for (const action of [
    'pointerdown',
    'mousedown',
    'click',
    'submit',
    'focusout',
    'beforeunload',
    'pagehide',
  ])
    window.addEventListener(action, tellTyped, true);
  window.addEventListener('keydown', (event) => writes(event) || tellTyped(), true);
  document.addEventListener('visibilitychange', tellTyped, true);
}
