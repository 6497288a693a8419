import type { UseQueryResult } from '@tanstack/react-query';
import type { BlockSource } from '#contract/rules/dashboards/blockSources.ts';
import { homePageRoutes, type SourceResult } from '#contract/sac/reports/homePages.ts';
import type { CallFailure } from '#data/http.ts';
import { retryInterval, useRoute } from '#data/useRoute.ts';
import type { Answer } from '#ui/shell/states/StateMessage.tsx';

/** How often the day of the person is read again while the page is in front, in ms. */
const POLL_INTERVAL_MS = 60_000;

/** What the sources list or count for the person, in one request for the whole page. */
export function useSources(names: readonly BlockSource[]): UseQueryResult<SourceResult[], CallFailure> {
  const fontes = [...new Set(names)];
  return useRoute(
    homePageRoutes.sources,
    { query: { fontes } },
    {
      enabled: fontes.length > 0,
      refetchInterval: ({ state }) => retryInterval(state.error, state.errorUpdateCount) || POLL_INTERVAL_MS,
    },
  );
}

/** The part of the answer that is one block's. */
export const sourceAnswer = (
  { data, error, refetch }: UseQueryResult<SourceResult[], CallFailure>,
  source: BlockSource,
): Answer<SourceResult> => ({ data: data?.find(({ fonte }) => fonte === source), error, refetch });
