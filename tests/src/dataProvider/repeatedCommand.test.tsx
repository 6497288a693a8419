import { describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { quoteRoutes } from '../../../contract/callcenter/quotes.ts';
import { useRouteCommand } from '../../../src/dataProvider/useRoute.ts';
import { HttpResponse, http, requests, serve } from './server.ts';

const server = serve();
const client = new QueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
const keys = () => requests.map((request) => request.headers.get('idempotency-key'));
const renewed = () => HttpResponse.json({ data: { message: 'Renovado.' } });

describe('a command', () => {
  it('is the same one until it was carried out, and another one after it or when it asks for something else', async () => {
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
});
