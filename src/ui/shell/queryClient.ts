import { QueryClient } from '@tanstack/react-query';

/** A refusal is final; a lost connection or a server error is retried twice. */
const worthRetrying = (error: unknown) => {
  const status = (error as { status?: number } | null)?.status ?? 0;
  return status === 0 || status >= 500;
};

/**
 * Requests that failed because of the server are retried automatically: after 3 s, and later at intervals of up to half a
 * minute.
 */
export function retryInterval(error: unknown, failures: number): number | false {
  return error && worthRetrying(error) ? Math.min(3_000 * 2 ** Math.max(0, failures - 1), 30_000) : false;
}

/** Stale data is refetched on focus; writes are never repeated automatically. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && worthRetrying(error),
        refetchOnWindowFocus: true,
        refetchInterval: ({ state }) => retryInterval(state.error, state.errorUpdateCount),
        staleTime: 10_000,
      },
      mutations: { retry: false },
    },
  });
