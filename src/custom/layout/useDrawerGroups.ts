import { useSyncExternalStore } from 'react';
import { drawerGroups, type ShellGroup } from './shellEntries.ts';
import { whenIdle } from './whenIdle.ts';

let groups: readonly ShellGroup[] = drawerGroups;
let asked = false;
const listeners = new Set<() => void>();

/**
 * The groups of the drawer, whoever may see them. Those below the first come once the browser has nothing better to
 * do: their icons are no part of the first load.
 */
export const useDrawerGroups = (): readonly ShellGroup[] => useSyncExternalStore(listen, () => groups);

function listen(listener: () => void) {
  listeners.add(listener);
  if (!asked) {
    asked = true;
    whenIdle(fetchLater);
  }
  return () => listeners.delete(listener);
}

async function fetchLater() {
  try {
    const { laterGroups } = await import('./laterEntries.ts');
    groups = [...drawerGroups, ...laterGroups];
    for (const tell of listeners) tell();
  } catch {
    // Out of reach: the drawer stays as it is, and the next screen that asks tries again.
    asked = false;
  }
}
