import { comboOf, isBare, isBusy, isPressed, SEQUENCE_MS } from './keyCombo.ts';

export interface Shortcut {
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
export function register(group: ShortcutGroup): () => void {
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
