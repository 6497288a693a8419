import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import type { IconName } from '#contract/catalogs/catalog.ts';
import type { Permission } from '#contract/permissions.ts';
import type { OwnRecordType } from '#contract/records/routes/ownTypes.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { menuWord, STANDARD_WORDS } from '#contract/words/words.ts';
import { ticketWording } from '#data/session.ts';
import { useOwnTypes } from '#src/resources/records/shared/useOwnTypes.ts';
import { CatalogIcon } from '#ui/components/display/CatalogIcon.tsx';
import { useScreens } from '#ui/shell/screens.ts';
import { useCan } from '#ui/shell/usePerson.ts';
import { useWords } from '#ui/words.ts';
import { accountEntries, drawerGroups, type ShellEntry, type ShellGroup } from './screens.ts';
import { useMenuDashboards } from './useMenuDashboards.ts';

/** The entries that this person sees: permitted, and with an existing screen. Empty groups are left out. */
export function useShellEntries(): { groups: ShellGroup[]; account: ShellEntry[] } {
  const { can } = useCan();
  const screens = useScreens();
  const all = useDrawerGroups();
  const own = useOwnEntries();
  const boards = useMenuDashboards();
  return useMemo(() => {
    const shown = (entries: ShellEntry[]) =>
      entries.filter(
        ({ path, permission, also }) => hasScreen(screens, path) && (can(permission) || also?.some(can)),
      );
    return {
      groups: all
        .map((group) => ({
          ...group,
          entries: [...(group.boards ? boards : []), ...shown(group.own ? own : group.entries)],
        }))
        .filter((group) => group.entries.length > 0),
      account: worded({ entries: shown(accountEntries) }).entries,
    };
  }, [all, own, boards, can, screens]);
}

/** Whether a screen exists for the path, either under exactly that path or under a `/section/*` route that covers it. */
const hasScreen = (screens: ReadonlySet<string>, path: string) =>
  screens.has(path) || screens.has(`/${path.split('/')[1]}/*`);

let groups: readonly ShellGroup[] = drawerGroups;

let fetching: Promise<void> | undefined;

const listeners = new Set<() => void>();

/**
 * All groups of the drawer, regardless of permissions. Those after the first are not part of the initial load: the sign-in
 * page fetches them while the person types, and the shell waits for them in parallel with the session (Console), so that the
 * drawer appears complete.
 */
export function useDrawerGroups(): readonly ShellGroup[] {
  const all = useSyncExternalStore(listen, () => groups);
  const words = useWords();
  const tickets = ticketWording('Tickets');
  return useMemo(
    () => (tickets === 'Tickets' && words === STANDARD_WORDS ? all : all.map(worded)),
    [all, tickets, words],
  );
}

/** One permission may open several pages, so the one that matches the address takes precedence. */
export function usePageName() {
  const all = useDrawerGroups();
  return useCallback(
    (permission: Permission | undefined, address: string) => {
      const entries = all
        .flatMap((group) => group.entries)
        .filter((entry) => entry.permission === permission);
      return (entries.find(({ path }) => address === path || address.startsWith(`${path}/`)) ?? entries[0])
        ?.plural;
    },
    [all],
  );
}

/** What the company calls it, and otherwise what the reader does. */
const said = (word: string) => {
  const own = menuWord(word);
  return own === word ? ticketWording(word) : own;
};

const worded = (group: ShellGroup): ShellGroup => ({
  ...group,
  entries: group.entries.map((entry) => ({
    ...entry,
    singular: said(entry.singular),
    plural: said(entry.plural),
  })),
});

function listen(listener: () => void) {
  listeners.add(listener);
  fetchDrawerGroups();
  return () => listeners.delete(listener);
}

/** Resolves when the drawer is complete. On failure the drawer stays unchanged, and the next caller tries again. */
export function fetchDrawerGroups(): Promise<void> {
  fetching ??= fetchLater().catch(() => {
    fetching = undefined;
  });
  return fetching;
}

async function fetchLater() {
  const { laterGroups } = await import('./laterEntries.ts');
  groups = [...drawerGroups, ...laterGroups];
  for (const listener of listeners) listener();
}

/** The company's own record types as drawer entries, limited to those that the person may read. */
function useOwnEntries(): ShellEntry[] {
  const { data, isStale, refetch } = useOwnTypes();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(() => {
    if (data && isStale) void refetch();
  }, [pathname]);
  return useMemo(() => (data?.itens ?? []).map(entryOfType), [data]);
}

function entryOfType({ chave, titulo, icone }: OwnRecordType): ShellEntry {
  return {
    path: `/cadastros/${chave}`,
    // The server returns only those that the person may read.
    permission: 'session',
    singular: upperFirst(titulo.um),
    plural: upperFirst(titulo.muitos),
    icon: iconOf(icone as IconName),
    daily: true,
  };
}

const icons = new Map<IconName, ShellEntry['icon']>();

/** One component per icon, so that an entry keeps the same component across renders. */
function iconOf(name: IconName): ShellEntry['icon'] {
  const icon = icons.get(name);
  if (icon) return icon;
  const Icon = () => <CatalogIcon name={name} size={20} />;
  icons.set(name, Icon);
  return Icon;
}
