import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { quoteRoutes } from '#contract/callcenter/quotes/quotes.ts';
import { catalogue } from '#contract/index.ts';
import type { Routes } from '#contract/route.ts';
import { createCommand } from '#data/call.ts';
import { CallFailure } from '#data/http.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { sourceFiles } from '../../support/sourceFiles.ts';
import { HttpResponse, http, requests, serve } from './server.ts';

const server = serve();
const client = new QueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
const keys = () => requests.map((request) => request.headers.get('idempotency-key'));
/** They are given the route that they call; none of them writes a second time. */
const READING = [
  'src/custom/session/provider/ProviderButton.tsx',
  'src/dataProvider/call.ts',
  'src/dataProvider/fileTransfer.ts',
  'src/dataProvider/useRoute.ts',
  'src/resources/tickets/ticketTable.tsx',
  'src/ui/components/FilterBar/filters.ts',
  // Given the sending of a form, which has its own key.
  'src/ui/drafts/useDraftLife.ts',
  // Calls a function with what it is about.
  'src/ui/schemaForm/validatorModule.ts',
  // The browser's own badge.
  'src/ui/shell/tabTitle.ts',
];
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

  it('gets a new key for what was sent before something else', async () => {
    const command = createCommand();
    server.use(http.put('/callcenter/orcamentos/:id/renovar', () => HttpResponse.error()));
    for (const id of [1, 1, 2, 1])
      await command(quoteRoutes.renew, { params: { id }, body: {} }).catch(() => undefined);
    const [first, same, other, later] = keys();
    expect(same).toBe(first);
    expect(new Set([first, other, later]).size).toBe(3);
  });

  it('is never called without a key that its retries keep', () => {
    const index = readFileSync('contract/index.ts', 'utf8');
    const names = new Map(
      [...index.matchAll(/^ {2}(\w+): (\w+Routes),$/gm)].map(([, key, name]) => [name, key]),
    );
    const routeOf = (name: string, route: string) =>
      (catalogue as Record<string, Routes>)[names.get(name) ?? '']?.[route];
    const sources = sourceFiles('src').map((path) => ({ path, text: readFileSync(path, 'utf8') }));
    const calls = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/\bcall\(\s*(\w+Routes)\.(\w+)/g)].map(([, name = '', route = '']) => ({
        at: `${path}: ${name}.${route}`,
        route: routeOf(name, route),
      })),
    );
    expect(calls.length).toBeGreaterThan(60);
    expect(calls.filter(({ route }) => !route).map(({ at }) => at)).toEqual([]);
    // The quote's editor sends each new line with a key of the line, and a pasted list with a key of its text.
    expect(calls.filter(({ route }) => route?.idempotent).map(({ at }) => at)).toEqual([
      'src/custom/quoteEditor/paste/PasteDialog.tsx: quoteEditingRoutes.paste',
      'src/custom/quoteEditor/paste/PasteDialog.tsx: quoteEditingRoutes.enter',
      'src/custom/quoteEditor/state/useQuoteEditing.ts: quoteEditingRoutes.enter',
    ]);
    const others = sources.filter(
      // In an expression, `call` is a call of one of its functions.
      ({ text }) => /\bcall\(\s*(?!\w+Routes\.)[a-z]/.test(text) && !text.includes('#contract/expression/'),
    );
    expect(others.map(({ path }) => path)).toEqual(READING);
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
