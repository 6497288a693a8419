import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import type { IconName } from '../../../contract/catalogs/catalog.ts';
import { type OwnRecordType, ownTypeRoutes } from '../../../contract/records/ownTypes.ts';
import { inWords } from '../../dataProvider/inWords.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { CatalogIcon } from '../../ui/components/display/CatalogIcon.tsx';
import { useCan } from '../../ui/shell/usePerson.ts';
import { useScreens } from './screens.ts';
import { accountEntries, drawerGroups, type ShellEntry, type ShellGroup } from './shellEntries.ts';

/** The entries that this person sees: permitted, and with a screen behind them. Empty groups go. */
export function useShellEntries(): { groups: ShellGroup[]; account: ShellEntry[] } {
  const { can } = useCan();
  const screens = useScreens();
  const all = useDrawerGroups();
  const own = useOwnEntries();
  return useMemo(() => {
    const shown = (entries: ShellEntry[]) =>
      entries.filter(
        ({ path, permission, also }) => stands(screens, path) && (can(permission) || also?.some(can)),
      );
    return {
      groups: all
        .map((group) => ({ ...group, entries: shown(withOwn(group, own)) }))
        .filter((group) => group.entries.length > 0),
      account: shown(accountEntries),
    };
  }, [all, own, can, screens]);
}

/** Under this label of the drawer they stand. */
const OWN_TYPES_GROUP = 'Cadastros';

/** Before 'Todos os cadastros': a screen belongs to the first entry that begins its path. */
const withOwn = ({ label, entries }: ShellGroup, own: ShellEntry[]): ShellEntry[] =>
  label === OWN_TYPES_GROUP ? [...entries.slice(0, -1), ...own, ...entries.slice(-1)] : entries;

/** By its own path, or below one that has all that begins like it. */
const stands = (screens: ReadonlySet<string>, path: string) =>
  screens.has(path) || screens.has(`/${path.split('/')[1]}/*`);

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
  for (const listener of listeners) listener();
}

/** A type that somebody else published is in the drawer within this time, at the next page. ms */
const FRESH = 30_000;

/** The company's own record types as entries of the drawer: those that the person may read. */
function useOwnEntries(): ShellEntry[] {
  const { data, isStale, refetch } = useOwnTypes();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is when somebody looks
  useEffect(() => {
    if (data && isStale) void refetch();
  }, [pathname]);
  return useMemo(() => (data?.itens ?? []).map(entryOfType), [data]);
}

export const useOwnTypes = () => useRoute(ownTypeRoutes.list, {}, { staleTime: FRESH });

function entryOfType({ chave, titulo, icone }: OwnRecordType): ShellEntry {
  return {
    path: `/cadastros/${chave}`,
    // Only those that the person may read are answered.
    permission: 'session',
    singular: upperFirst(titulo.um),
    plural: upperFirst(titulo.muitos),
    icon: iconOf(icone as IconName),
  };
}

export const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const icons = new Map<IconName, ShellEntry['icon']>();

/** One component for each icon, so that an entry that is drawn again keeps its own. */
function iconOf(name: IconName): ShellEntry['icon'] {
  const known = icons.get(name);
  if (known) return known;
  const Icon = () => <CatalogIcon name={name} size={20} />;
  icons.set(name, Icon);
  return Icon;
}
