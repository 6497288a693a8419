import SpaceDashboardOutlined from '@mui/icons-material/SpaceDashboardOutlined';
import { useMemo } from 'react';
import { dashboardSummaryRoutes } from '#contract/sac/reports/dashboardSummaries.ts';
import { useRoute } from '#data/useRoute.ts';
import { useScreens } from '#ui/shell/screens.ts';
import { useCan } from '#ui/shell/usePerson.ts';
import type { ShellEntry } from './screens.ts';

/** Milliseconds during which the menu and the palette share one answer. */
const STALE_TIME = 60_000;

/** The dashboards that the person may open; none without an answer. */
export function useOwnDashboards() {
  const { can } = useCan();
  const screens = useScreens();
  return useRoute(
    dashboardSummaryRoutes.list,
    {},
    { enabled: screens.has('/paineis') && can('SAC_RELATORIO'), staleTime: STALE_TIME, retry: false },
  ).data;
}

/** Those that an administrator put into the menu of the person's role, as entries of the drawer. */
export function useMenuDashboards(): ShellEntry[] {
  const dashboards = useOwnDashboards();
  return useMemo(
    () =>
      (dashboards ?? []).flatMap(({ id, titulo, menu }) =>
        menu
          ? [
              {
                ...{ path: `/paineis/${id}`, permission: 'SAC_RELATORIO' as const },
                ...{ singular: titulo, plural: titulo, icon: SpaceDashboardOutlined, daily: true },
              },
            ]
          : [],
      ),
    [dashboards],
  );
}
