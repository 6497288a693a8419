import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Keys of a screen, while it is mounted: `useShortcuts('Ticket', [{ keys: 'j', label: 'Próximo ticket', run }])`.
 * The list may be new with every render; '?' shows it under the group's name.
 */
export function useShortcuts(group: string, shortcuts: readonly Shortcut[]): void {
  const entry = useRef({ name: group, shortcuts });
  useLayoutEffect(() => {
    entry.current.name = group;
    entry.current.shortcuts = shortcuts;
  });
  useEffect(() => register(entry.current), []);
}

interface Shortcut {
  /** `j`, `ctrl+k`, `shift+j`, `?`, or a sequence: `g t`. */
  keys: string;
  /** What it does, for the list that '?' opens: "Próximo ticket". */
  label: string;
  run: () => void;
  enabled?: boolean;
  /** Also while somebody types or a dialog is open. */
  everywhere?: boolean;
}

export interface ShortcutGroup {
  name: string;
  shortcuts: readonly Shortcut[];
}

const groups = new Set<ShortcutGroup>();
const STORAGE_KEY = 'balcao.atalhos';
let begun = '';
let begunAt = 0;

/** One listener for all, from the first group to the last. */
function register(group: ShortcutGroup): () => void {
  if (groups.size === 0) window.addEventListener('keydown', onKey);
  groups.add(group);
  return () => {
    groups.delete(group);
    if (groups.size === 0) window.removeEventListener('keydown', onKey);
  };
}

/** What can be pressed now, in the order of coming. */
export const activeGroups = (): ShortcutGroup[] =>
  [...groups].map(({ name, shortcuts }) => ({
    name,
    shortcuts: shortcuts.filter(({ enabled }) => enabled !== false),
  }));

/** Shortcuts of letters alone can be turned off (WCAG 2.1.4): speech input presses them unasked. */
export function lettersOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'sem-letras';
  } catch {
    return true;
  }
}

/** A browser that refuses storage only forgets. */
export function setLettersOn(on: boolean): void {
  try {
    if (on) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, 'sem-letras');
  } catch {}
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || /^(Shift|Control|Alt|Meta)$/.test(event.key)) return;
  const combo = comboOf(event);
  const before = performance.now() - begunAt < SEQUENCE_MS && begun ? `${begun} ` : '';
  begun = '';
  const able = mayRun(event, combo);
  const chosen = able.find(({ keys }) => keys === before + combo) ?? able.find(({ keys }) => keys === combo);
  if (chosen) {
    event.preventDefault();
    chosen.run();
  } else if (able.some(({ keys }) => keys.startsWith(`${combo} `))) {
    begun = combo;
    begunAt = performance.now();
  }
}

/** The newest first: what opened last has the key. */
function mayRun({ target }: KeyboardEvent, combo: string): Shortcut[] {
  const busy = isBusy(target);
  const letters = lettersOn();
  if (isPressed(target, combo)) return [];
  return activeGroups()
    .reverse()
    .flatMap(({ shortcuts }) => shortcuts)
    .filter(({ keys, everywhere }) => (everywhere || !busy) && (letters || !isBare(keys)));
}

/** Once in a sequence, the next key has so long, ms. */
const SEQUENCE_MS = 1_200;

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
const isBare = (keys: string): boolean => keys.split(' ').some((key) => /^(shift\+)?.$/.test(key));

/** Who types, or stands in a dialog or menu, means what is there. */
function isBusy(target: EventTarget | null): boolean {
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
const isPressed = (target: EventTarget | null, combo: string): boolean =>
  /^(enter|space)$/.test(combo) &&
  target instanceof Element &&
  target.closest('a, button, summary, input, [role=button], [role=tab]') !== null;
