import { useEffect, useLayoutEffect, useRef } from 'react';
import { register, type Shortcut } from './shortcutRegistry.ts';

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
