import { QueryClient } from '@tanstack/react-query';

/** A refusal is final; a lost connection or a server in trouble is asked again, twice. */
const worthRetrying = (error: unknown) => {
  const status = (error as { status?: number } | null)?.status ?? 0;
  return status === 0 || status >= 500;
};

/** What failed for want of the server is asked for again by itself: after 3 s, and later up to every half minute. */
export function againAfter(error: unknown, failures: number): number | false {
  return error && worthRetrying(error) ? Math.min(3_000 * 2 ** Math.max(0, failures - 1), 30_000) : false;
}

/** Stale data refreshes on focus; writes are never repeated by themselves. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && worthRetrying(error),
        refetchOnWindowFocus: true,
        refetchInterval: ({ state }) => againAfter(state.error, state.errorUpdateCount),
        staleTime: 10_000,
      },
      mutations: { retry: false },
    },
  });
