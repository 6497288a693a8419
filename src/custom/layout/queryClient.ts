import { QueryClient } from '@tanstack/react-query';

/** A refusal is final; a lost connection or a server in trouble is asked again, twice. */
const worthRetrying = (error: unknown) => {
  const status = (error as { status?: number } | null)?.status ?? 0;
  return status === 0 || status >= 500;
};

/** Stale data refreshes on focus; writes are never repeated by themselves. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && worthRetrying(error),
        refetchOnWindowFocus: true,
        staleTime: 10_000,
      },
      mutations: { retry: false },
    },
  });
