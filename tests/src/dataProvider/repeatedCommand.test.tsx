import { describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { quoteRoutes } from '../../../contract/callcenter/quotes/quotes.ts';
import { CallFailure } from '../../../src/dataProvider/http.ts';
import { useRouteCommand } from '../../../src/dataProvider/useRoute.ts';
import { HttpResponse, http, requests, serve } from './server.ts';

const server = serve();
const client = new QueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
const keys = () => requests.map((request) => request.headers.get('idempotency-key'));
const renewed = () => HttpResponse.json({ data: { message: 'Renovado.' } });

describe('command', () => {
  it('keeps its key until it succeeded, and gets a new one afterwards or with other data', async () => {
    const { result } = renderHook(() => useRouteCommand(quoteRoutes.renew), { wrapper });
    const send = (id: number) =>
      act(() => result.current.mutateAsync({ params: { id }, body: {} }).catch(() => undefined));
    server.use(http.put('/callcenter/orcamentos/:id/renovar', () => HttpResponse.error(), { once: true }));
    await send(1);
    server.use(http.put('/callcenter/orcamentos/:id/renovar', renewed));
    await send(1);
    await send(1);
    await send(2);
    const [lost, again, next, other] = keys();
    expect(again).toBe(lost);
    expect(new Set([lost, next, other]).size).toBe(3);
  });

  it.each([
    ['a 502 of a proxy', () => new HttpResponse('<h1>Bad Gateway</h1>', { status: 502 })],
    [
      'a 503 of a server without its database',
      () => HttpResponse.json({ error: 'Sem banco.', code: 'INDISPONIVEL' }, { status: 503 }),
    ],
  ])('is repeated once with the same key after %s', async (_, away) => {
    const { result } = renderHook(() => useRouteCommand(quoteRoutes.renew), { wrapper });
    server.use(http.put('/callcenter/orcamentos/:id/renovar', renewed));
    server.use(http.put('/callcenter/orcamentos/:id/renovar', away, { once: true }));
    const answer = await act(() => result.current.mutateAsync({ params: { id: 1 }, body: {} }));
    expect(answer).toEqual({ data: { message: 'Renovado.' } });
    expect([keys().length, new Set(keys()).size]).toEqual([2, 1]);
  });

  it.each([
    ['the 502 persists', () => new HttpResponse(null, { status: 502 }), 2],
    [
      'the server is overloaded',
      () => HttpResponse.json({ error: 'Cheio.', code: 'SOBRECARREGADO' }, { status: 503 }),
      1,
    ],
  ])('is not repeated any more when %s', async (_, away, times) => {
    const { result } = renderHook(() => useRouteCommand(quoteRoutes.renew), { wrapper });
    server.use(http.put('/callcenter/orcamentos/:id/renovar', away));
    const failed = await act(() =>
      result.current.mutateAsync({ params: { id: 1 }, body: {} }).catch((error: unknown) => error),
    );
    expect(failed).toBeInstanceOf(CallFailure);
    expect(keys()).toHaveLength(times);
  });
});
