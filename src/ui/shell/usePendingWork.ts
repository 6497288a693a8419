import { waitingRoutes } from '../../../contract/sac/waiting.ts';
import { currentInitialLoad } from '../../dataProvider/session.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { useCan } from './usePerson.ts';

/** Polling interval of the figures while the page is in front, in ms. */
const POLL_INTERVAL_MS = 60_000;

/** The person's pending work, for staff only; undefined until loaded. */
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
  ).data;
}
