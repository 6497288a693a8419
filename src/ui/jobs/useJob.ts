import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ticketBulkRoutes } from '../../../contract/sac/ticketBulk.ts';
import { ticketRoutes } from '../../../contract/sac/tickets.ts';
import { routeKey, useRoute } from '../../dataProvider/useRoute.ts';
import { isRunning } from './jobSentence.ts';
import { noteJobs } from './jobsFlag.ts';

const ASK_EVERY = 1_000;

/** A job and its rows, asked again while it runs. */
export const useJob = (idLote: string) =>
  useRoute(
    ticketBulkRoutes.job,
    { params: { idLote } },
    { refetchInterval: ({ state }) => (state.data && !isRunning(state.data.data) ? false : ASK_EVERY) },
  );

/** Own jobs; what they change is read anew when one ends. */
export function useJobs() {
  const refresh = useTicketRefresh();
  const running = useRef(0);
  const jobs = useRoute(
    ticketBulkRoutes.jobs,
    {},
    { refetchInterval: ({ state }) => (state.data?.some(isRunning) ? ASK_EVERY : false) },
  );
  const count = jobs.data?.filter(isRunning).length ?? 0;
  useEffect(() => {
    if (count < running.current) refresh();
    running.current = count;
  }, [count, refresh]);
  return jobs;
}

/** Shows in the top bar what runs on from another browser, or from before the person signed in. */
export function useRunningNoted(enabled: boolean): void {
  const { data } = useRoute(ticketBulkRoutes.jobs, {}, { enabled });
  const some = data?.some(isRunning) ?? false;
  useEffect(() => {
    if (some) noteJobs(true);
  }, [some]);
}

/** After tickets were changed from outside of their page. */
export function useTicketRefresh() {
  const client = useQueryClient();
  const refresh = useRef(() => {
    void client.invalidateQueries({ queryKey: ['tickets'] });
    for (const route of [ticketRoutes.totals, ticketRoutes.get, ticketBulkRoutes.jobs])
      void client.invalidateQueries({ queryKey: routeKey(route) });
  });
  return refresh.current;
}
