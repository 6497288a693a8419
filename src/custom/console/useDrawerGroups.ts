import { useMemo, useSyncExternalStore } from 'react';
import { inWords } from '../../dataProvider/inWords.ts';
import { drawerGroups, type ShellGroup } from './shellEntries.ts';

let groups: readonly ShellGroup[] = drawerGroups;
let fetching: Promise<void> | undefined;
const listeners = new Set<() => void>();

/**
 * The groups of the drawer, whoever may see them. Those below the first are no part of the first load: the sign-in
 * page fetches them while somebody types, and the shell waits for them beside the session (Console), so that the
 * drawer stands whole when it stands.
 */
export function useDrawerGroups(): readonly ShellGroup[] {
  const all = useSyncExternalStore(listen, () => groups);
  const tickets = inWords('Tickets');
  return useMemo(() => (tickets === 'Tickets' ? all : all.map(worded)), [all, tickets]);
}

const worded = (group: ShellGroup): ShellGroup => ({
  ...group,
  entries: group.entries.map((entry) => ({
    ...entry,
    singular: inWords(entry.singular),
    plural: inWords(entry.plural),
  })),
});

function listen(listener: () => void) {
  listeners.add(listener);
  fetchDrawerGroups();
  return () => listeners.delete(listener);
}

/** Resolves when the drawer is whole. Out of reach it stays as it is, and whoever asks next tries again. */
export function fetchDrawerGroups(): Promise<void> {
  fetching ??= fetchLater().catch(() => {
    fetching = undefined;
  });
  return fetching;
}

async function fetchLater() {
  const { laterGroups } = await import('./laterEntries.ts');
  groups = [...drawerGroups, ...laterGroups];
  for (const tell of listeners) tell();
}
