import { useMemo } from 'react';
import { useCan } from '../../ui/shell/useCan.ts';
import { OWN_TYPES_GROUP, useOwnEntries } from './ownEntries.tsx';
import { useScreens } from './screens.ts';
import { accountEntries, type ShellEntry, type ShellGroup } from './shellEntries.ts';
import { useDrawerGroups } from './useDrawerGroups.ts';

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

/** Before 'Todos os cadastros': a screen belongs to the first entry that begins its path. */
const withOwn = ({ label, entries }: ShellGroup, own: ShellEntry[]): ShellEntry[] =>
  label === OWN_TYPES_GROUP ? [...entries.slice(0, -1), ...own, ...entries.slice(-1)] : entries;

/** By its own path, or below one that has all that begins like it. */
const stands = (screens: ReadonlySet<string>, path: string) =>
  screens.has(path) || screens.has(`/${path.split('/')[1]}/*`);
