import { waitingRoutes } from '#contract/sac/reports/dashboards.ts';
import { currentInitialLoad } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { useCan } from '#ui/shell/usePerson.ts';

/** Polling interval of the figures while the page is in front, in ms. */
const POLL_INTERVAL_MS = 60_000;

/** The person's pending work, for staff only. */
export function usePendingWork() {
  const { can } = useCan();
  const load = currentInitialLoad();
  const staff = load !== null && load.colaborador.tipo !== 'CONSUMIDOR_FINAL';
  return useRoute(
    waitingRoutes.waiting,
    {},
    {
      enabled: staff && can('SAC_HOME') && can('SAC_TICKETS'),
      refetchInterval: POLL_INTERVAL_MS,
      retry: false,
    },
  );
}
