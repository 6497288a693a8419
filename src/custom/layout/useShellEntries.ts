import { useMemo } from 'react';
import { useScreens } from './screens.ts';
import { accountEntries, drawerGroups, type ShellEntry, type ShellGroup } from './shellEntries.ts';
import { useCan } from './useCan.ts';

/** The entries that this person sees: permitted, and with a screen behind them. Empty groups go. */
export function useShellEntries(): { groups: ShellGroup[]; account: ShellEntry[] } {
  const { can } = useCan();
  const screens = useScreens();
  return useMemo(() => {
    const shown = (entries: ShellEntry[]) =>
      entries.filter(
        ({ path, permission, also }) => screens.has(path) && (can(permission) || also?.some(can)),
      );
    return {
      groups: drawerGroups
        .map((group) => ({ ...group, entries: shown(group.entries) }))
        .filter((group) => group.entries.length > 0),
      account: shown(accountEntries),
    };
  }, [can, screens]);
}
