import {
  QueryClient,
  type UseMutationOptions,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { useState } from 'react';
import type { Output, Route } from '#contract/route.ts';
import { type CallInput, type Command, call, createCommand } from './call.ts';
import type { CallFailure } from './http.ts';

/** The query key of a route's response; without input, the key prefix of all its responses. */
export const routeKey = (route: Route, input?: object): unknown[] =>
  input === undefined ? [route.method, route.path] : [route.method, route.path, input];

/** Reads a route: `useRoute(conversationRoutes.history, { params: { idTicket }, query: { page } })`. */
export function useRoute<R extends Route>(
  route: R,
  input: CallInput<R>,
  options: Omit<UseQueryOptions<Output<R>, CallFailure>, 'queryKey' | 'queryFn'> = {},
): UseQueryResult<Output<R>, CallFailure> {
  return useQuery<Output<R>, CallFailure>({
    queryKey: routeKey(route, input),
    queryFn: async ({ signal }) => (await call(route, input, { signal })) as Output<R>,
    ...options,
  });
}

/** Calls that change something, where one route and its state of a mutation are not enough (`useRouteCommand`). */
export const useCommand = (): Command => useState(createCommand)[0];

/**
 * Calls a route that changes something. It is never retried automatically; repeating it after a failure sends the same
 * command.
 */
export function useRouteCommand<R extends Route>(
  route: R,
  options: Omit<UseMutationOptions<Output<R>, CallFailure, CallInput<R>>, 'mutationFn'> = {},
): UseMutationResult<Output<R>, CallFailure, CallInput<R>> {
  const command = useCommand();
  return useMutation<Output<R>, CallFailure, CallInput<R>>({
    mutationFn: async (input) => (await command(route, input)) as Output<R>,
    retry: false,
    ...options,
  });
}

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
