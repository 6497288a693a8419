import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { customerPanelRoutes } from '#contract/callcenter/customers/customerPanel.ts';
import { serviceKeyRoutes } from '#contract/config/serviceKeys.ts';
import { catalogue } from '#contract/index.ts';
import type { Route, Routes } from '#contract/route.ts';
import { ticketRoutes } from '#contract/sac/tickets.ts';
import { nounOf, nounOfResource, refetchWritten, shownNouns, showsWhatWasWritten } from '#data/refetch.ts';
import { resources } from '#data/resources.ts';
import { routeKey } from '#data/useRoute.ts';
import { sourceFiles } from '../../support/sourceFiles.ts';

const all: Route[] = Object.values(catalogue as Record<string, Routes>).flatMap((routes) =>
  Object.values(routes),
);
const reads = new Set(all.filter(({ method }) => method === 'GET').map(({ path }) => nounOf(path)));

/** The person asked for everything to be read again. */
const EVERYTHING = ['src/resources/parameters/ParameterPages.tsx', 'src/ui/live/LiveNotes.tsx'];

/** Of these a screen keeps no answer: they begin or end a session, compute, send, or only ask. */
const UNREAD =
  'arquivos broadcasting consulta-receita discar formularios login nova-conta opcoes preco produtos-precos regras-simular relatorios-previa relatorios-sql sair senha telao visoes-padrao'.split(
    ' ',
  );

describe('what a command wrote', () => {
  it('is refetched by its key: nothing else asks for everything but a person', () => {
    const blanket = sourceFiles('src').filter((path) =>
      /invalidateQueries\(\s*\)/.test(readFileSync(path, 'utf8')),
    );
    expect(blanket).toEqual(EVERYTHING);
  });

  it('is something that can be read, except for listed nouns', () => {
    const unread = all.filter(
      (route) =>
        route.method !== 'GET' && ![...reads].some((noun) => showsWhatWasWritten(route, ['GET', `/${noun}`])),
    );
    expect([...new Set(unread.map(({ path }) => nounOf(path)))].sort()).toEqual(UNREAD);
  });

  it('is found in routes and in the lists of react-admin, in both areas', () => {
    const { path } = ticketRoutes.create;
    for (const key of [
      ['tickets', 'getList', {}],
      ['tickets', 'getOne', { id: '7' }],
      routeKey(ticketRoutes.get, { params: { idTicket: 7 } }),
      routeKey(ticketRoutes.totals),
      routeKey(customerPanelRoutes.get, { params: { idCli: 1 } }),
    ])
      expect(showsWhatWasWritten({ path }, key)).toBe(true);
    for (const key of [
      ['auth', 'getPermissions'],
      ['chaves', 'getList', {}],
      routeKey(serviceKeyRoutes.list),
      [],
    ])
      expect(showsWhatWasWritten({ path }, key)).toBe(false);
  });

  it('has one noun by its route and by its resource', async () => {
    for (const [name, given] of Object.entries(resources)) {
      const { list } = typeof given === 'function' ? await given() : given;
      expect([name, nounOfResource(name)]).toEqual([name, nounOf(list.path)]);
    }
    expect(nounOfResource('cadastros/filiais')).toBe('cadastros');
  });

  it('is read again at once where it is shown, all else when it is next shown', async () => {
    const client = new QueryClient();
    const asked: string[] = [];
    const shown = (name: string, queryKey: readonly unknown[]) =>
      new QueryObserver(client, {
        queryKey,
        staleTime: 60_000,
        queryFn: () => asked.push(name),
      }).subscribe(() => {});
    const ends = [
      shown('tickets', ['tickets', 'getList', {}]),
      shown('chaves', routeKey(serviceKeyRoutes.list, {})),
    ];
    await new Promise((resolve) => setTimeout(resolve));
    asked.length = 0;
    await refetchWritten(client, ticketRoutes.create);
    expect(asked).toEqual(['tickets']);
    expect(client.getQueryState(routeKey(serviceKeyRoutes.list, {}))?.isInvalidated).toBe(true);
    for (const end of ends) end();
  });

  it('is one noun, whether its path says one or many', () => {
    const missing = all
      .filter(({ method }) => method !== 'GET')
      .flatMap((route) => {
        const written = nounOf(route.path);
        const alike = [...reads].filter(
          (noun) => noun !== written && (`${noun}s` === written || `${written}s` === noun),
        );
        return alike.filter((noun) => !showsWhatWasWritten(route, ['GET', `/${noun}`]));
      });
    expect([...new Set(missing)]).toEqual([]);
  });

  it('is shown in nothing that does not exist', () => {
    const written = all.filter(({ method }) => method !== 'GET').map(({ path }) => nounOf(path));
    const unknown = shownNouns().filter((noun) => !reads.has(noun) && !written.includes(noun));
    // Who one is, and what one may do: the frame's own keys.
    expect([...new Set(unknown)]).toEqual(['auth']);
  });
});
