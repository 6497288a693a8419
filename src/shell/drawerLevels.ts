import type { ShellEntry, ShellGroup } from './screens.ts';

/** Up to this many entries the first level shows, besides favourites: they fit in 900 px without scrolling. */
export const MOST_ENTRIES = 10;

/** What most people open every day. Types of the company's own come next, then the others in their order, up to the limit. */
const DAILY: ReadonlySet<string> = new Set([
  '/home',
  '/tickets',
  '/clientes',
  '/coletas',
  '/orcamentos',
  '/pedidos',
  '/agendas',
  '/relatorios',
]);

interface Given {
  /** The groups that the person may open. */
  groups: readonly ShellGroup[];
  /** Paths, in the order in which they were marked. */
  favourites: readonly string[];
  /** The path of the entry that is open. */
  current: string | undefined;
  /** Whether the person opened the entries that the first level leaves out. */
  all: boolean;
}

interface DrawerLevels {
  first: ShellGroup[];
  /** How many entries of the first level are left out; 0 with `all` as well. */
  more: number;
  /** Whether there is anything to leave out, so that the person can fold it again. */
  folds: boolean;
  /** The groups of Configuração; empty where everything fits in the first level. */
  second: ShellGroup[];
  /** Whether the open entry is one of the second level, which the drawer then shows. */
  inSecond: boolean;
}

/**
 * The drawer in two levels: what a person works with, and what configures it. Favourites stand first, each once; the open entry
 * is always there.
 */
export function drawerLevels({ groups, favourites, current, all }: Given): DrawerLevels {
  const entries = groups.flatMap((group) => group.entries);
  const marked = favourites.flatMap((path) => entries.find((entry) => entry.path === path) ?? []);
  const rest = groups.flatMap((group) => without(group, marked));
  const fits = entries.length <= MOST_ENTRIES;
  const work = fits ? rest : rest.filter((group) => !group.second);
  const second = fits ? [] : rest.filter((group) => group.second);
  const shown = dailyOf(work, current);
  const left = work.flatMap((group) => group.entries).filter(({ path }) => !shown.has(path)).length;
  const first = all ? work : work.flatMap((group) => only(group, (entry) => shown.has(entry.path)));
  return {
    first: marked.length > 0 ? [{ label: FAVOURITES, entries: marked }, ...first] : first,
    more: all ? 0 : left,
    folds: left > 0,
    second,
    inSecond: second.some((group) => group.entries.some(({ path }) => path === current)),
  };
}

const FAVOURITES = 'Favoritos';

const without = (group: ShellGroup, marked: readonly ShellEntry[]) =>
  only(group, (entry) => !marked.includes(entry));

const only = (group: ShellGroup, keeps: (entry: ShellEntry) => boolean): ShellGroup[] => {
  const entries = group.entries.filter(keeps);
  return entries.length > 0 ? [{ ...group, entries }] : [];
};

/** The paths that the first level shows: daily ones, then others in their order, and the open one besides. */
function dailyOf(groups: readonly ShellGroup[], current: string | undefined): Set<string> {
  const entries = groups.flatMap((group) => group.entries);
  const isDaily = ({ path, daily }: ShellEntry) => daily || DAILY.has(path);
  const inOrder = [...entries.filter(isDaily), ...entries.filter((entry) => !isDaily(entry))];
  const shown = new Set(inOrder.slice(0, MOST_ENTRIES).map(({ path }) => path));
  if (current !== undefined) shown.add(current);
  return shown;
}
