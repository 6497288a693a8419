import { useMemo } from 'react';
import { useCan } from '../../ui/shell/useCan.ts';
import { useScreens } from './screens.ts';
import { accountEntries, type ShellEntry, type ShellGroup } from './shellEntries.ts';
import { useDrawerGroups } from './useDrawerGroups.ts';

/** The entries that this person sees: permitted, and with a screen behind them. Empty groups go. */
export function useShellEntries(): { groups: ShellGroup[]; account: ShellEntry[] } {
  const { can } = useCan();
  const screens = useScreens();
  const all = useDrawerGroups();
  return useMemo(() => {
    const shown = (entries: ShellEntry[]) =>
      entries.filter(
        ({ path, permission, also }) => stands(screens, path) && (can(permission) || also?.some(can)),
      );
    return {
      groups: all
        .map((group) => ({ ...group, entries: shown(group.entries) }))
        .filter((group) => group.entries.length > 0),
      account: shown(accountEntries),
    };
  }, [all, can, screens]);
}

/** By its own path, or below one that has all that begins like it. */
const stands = (screens: ReadonlySet<string>, path: string) =>
  screens.has(path) || screens.has(`/${path.split('/')[1]}/*`);
