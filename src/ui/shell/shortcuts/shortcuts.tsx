import { styled } from '@mui/material/styles';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStableCallback } from '../../components/useStableCallback.ts';

/**
 * Registers a screen's shortcuts while it is mounted: `useShortcuts('Ticket', [{ keys: 'j', label: 'Próximo ticket', run
 * }])`. The list may be a new one on every render; '?' shows it under the group's name.
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
  /** `j`, `ctrl+k`, `shift+j`, `?`, or a sequence such as `g t`. */
  keys: string;
  /** Describes the action in the list that '?' opens: "Próximo ticket". */
  label: string;
  run: () => void;
  enabled?: boolean;
  /** Whether it is run again and again while its key is held down, which suits walking and nothing that is written. */
  repeats?: boolean;
  /**
   * Active even while the person is typing or a dialog is open. With 'fields', only while typing in the page itself: in a dialog or a
   * menu, even one that an open field belongs to, the key stays the browser's.
   */
  everywhere?: boolean | 'fields';
}

export interface ShortcutGroup {
  name: string;
  shortcuts: readonly Shortcut[];
}

const groups = new Set<ShortcutGroup>();
const STORAGE_KEY = 'balcao.atalhos';
let begun = '';
let begunAt = 0;

/** A single listener for all groups, from the first one registered to the last one removed. */
function register(group: ShortcutGroup): () => void {
  if (groups.size === 0) window.addEventListener('keydown', onKey);
  groups.add(group);
  return () => {
    groups.delete(group);
    if (groups.size === 0) window.removeEventListener('keydown', onKey);
  };
}

/** The enabled shortcuts, in order of registration. */
export const activeGroups = (): ShortcutGroup[] =>
  [...groups].map(({ name, shortcuts }) => ({
    name,
    shortcuts: shortcuts.filter(({ enabled }) => enabled !== false),
  }));

/** Single-letter shortcuts can be turned off (WCAG 2.1.4), because speech input may trigger them unintentionally. */
export function letterShortcutsEnabled(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'sem-letras';
  } catch {
    return true;
  }
}

/** If the browser refuses storage, the choice is simply not remembered. */
export function setLetterShortcutsEnabled(on: boolean): void {
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
    if (!event.repeat || chosen.repeats) chosen.run();
  } else if (able.some(({ keys }) => keys.startsWith(`${combo} `))) {
    begun = combo;
    begunAt = performance.now();
  }
}

/** Most recent group first, so that the one opened last takes precedence. */
function mayRun({ target }: KeyboardEvent, combo: string): Shortcut[] {
  const above = isAbove(target);
  const busy = above || isEditable(target);
  const letters = letterShortcutsEnabled();
  if (isPressed(target, combo)) return [];
  return activeGroups()
    .reverse()
    .flatMap(({ shortcuts }) => shortcuts)
    .filter(({ everywhere }) => (everywhere === 'fields' ? !above : everywhere || !busy))
    .filter(({ keys }) => letters || !isBare(keys));
}

/** Milliseconds allowed for the next key of a sequence. */
const SEQUENCE_MS = 1_200;

/**
 * The name of a pressed key combination: `j`, `ctrl+k`, `shift+j`, `?`, `enter`. Cmd counts as ctrl. A character that
 * requires shift is named without it, since its position differs between keyboards.
 */
export function comboOf(event: KeyboardEvent): string {
  const key = event.key === ' ' ? 'space' : event.key.toLowerCase();
  const shifted = event.shiftKey && (key.length > 1 || key !== key.toUpperCase());
  return [(event.ctrlKey || event.metaKey) && 'ctrl', event.altKey && 'alt', shifted && 'shift', key]
    .filter(Boolean)
    .join('+');
}

/** A letter or character without ctrl or alt, which can be triggered by accident or by speech input. */
const isBare = (keys: string): boolean => keys.split(' ').some((key) => /^(shift\+)?.$/.test(key));

/** Keys pressed inside a dialog or menu are meant for that element. The frame around one that lies over the page counts as well. */
const isAbove = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(ABOVE) !== null;

const ABOVE = [
  '[role=dialog]',
  '[role=alertdialog]',
  '[role=menu]',
  '[role=listbox]',
  'body > [role=presentation]',
].join();

const EDITABLE = [
  'input:not([type=checkbox]):not([type=radio])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable=false])',
].join();

/** Whether keys pressed at an element change its text. */
const isEditable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(EDITABLE) !== null;

/** Enter and space activate these elements themselves. */
const isPressed = (target: EventTarget | null, combo: string): boolean =>
  /^(enter|space)$/.test(combo) &&
  target instanceof Element &&
  target.closest('a, button, summary, input, [role=button], [role=tab]') !== null;

export interface Typed {
  text: string;
  /** Whether Enter was pressed after it. */
  entered: boolean;
}

export const NOTHING_TYPED: Typed = { text: '', entered: false };

interface TypeAheadProps {
  into: RefObject<Typed>;
  /** Called for Escape, and when the person types into a field focused since. */
  onCancel: () => void;
}

/**
 * Keeps what is typed while the field that was asked for is still loading. Otherwise its first letters would be lost, or act
 * as shortcuts of the page below.
 */
export function TypeAhead({ into, onCancel }: TypeAheadProps) {
  const [focused] = useState(() => document.activeElement);
  const onKey = useStableCallback((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.target !== focused && isEditable(event.target)) return onCancel();
    const { text } = into.current;
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter') {
      // Without a text, or held down, it would run the first of the recent destinations.
      if (!event.repeat && text.trim() !== '') into.current = { text, entered: true };
    } else if (event.key === 'Backspace') into.current = { text: text.slice(0, -1), entered: false };
    else if (event.key.length === 1) into.current = { text: text + event.key, entered: false };
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useLayoutEffect(() => {
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [onKey]);
  return <Opening role="status">Abrindo a busca…</Opening>;
}

/** In the place of the palette. */
const Opening = styled('div')(({ theme }) => ({
  position: 'fixed',
  top: '12vh',
  left: '50%',
  transform: 'translateX(-50%)',
  zIndex: theme.zIndex.modal,
  padding: '12px 16px',
  borderRadius: 8,
  backgroundColor: theme.vars.palette.background.paper,
  color: theme.vars.palette.components.textoSecundario,
  border: `1px solid ${theme.vars.palette.components.linha}`,
  boxShadow: '0 8px 24px rgb(0 0 0 / 0.14)',
}));
