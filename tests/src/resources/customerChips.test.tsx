import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http, requests, serve } from '../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from './renderApp.tsx';
import { pageOf } from './tickets/fixtures.ts';

// A filter that was saved before customer 12 was merged into 15 is about 15, and says so.

const server = serve();
const stayed = { id: 15, fant: 'Padaria Sol', razSoc: 'Sol Alimentos Ltda.', documento: '', legendas: [] };

beforeEach(() => {
  freshBrowser();
  windowOf(1280);
  server.use(
    ...signedIn([
      'SAC_HOME',
      'SAC_TICKETS',
      'SAC_CLIENTE',
      'SAC_CLIENTE_PESQUISAR',
      'AGENDA',
      'SOLICITACOES_TROCA',
    ]),
    // The server answers the old code with the customer that stayed.
    http.get('/sac/clientes/12', () => HttpResponse.json({ data: stayed })),
    http.get('/sac/clientes', ({ request }) => {
      const ids = new URL(request.url).searchParams.getAll('ids[]');
      return HttpResponse.json(pageOf(ids.join() === '12' ? [stayed] : []));
    }),
    http.get('/callcenter/lista-operadores', () => HttpResponse.json([])),
    http.get('/sac/tickets/totais', () => HttpResponse.json([])),
    ...['/sac/tickets', '/callcenter/agendas', '/callcenter/devolucoes'].map((path) =>
      http.get(path, () => HttpResponse.json(pageOf([]))),
    ),
  );
});

it.each(['/tickets', '/agendas', '/solicitacoes-troca'])(
  '%s names the customer that stayed',
  async (path) => {
    renderApp(`${path}?filter=${encodeURIComponent(JSON.stringify({ idCli: '12' }))}`);
    expect(await screen.findByText(/Cliente: 15 - Padaria Sol/)).toBeVisible();
    expect(screen.queryByText(/Cliente: 12/)).toBeNull();
    // What is stored stays as it was chosen: it leads back when the merge is undone.
    await waitFor(() => expect(requests.some(({ url }) => url.includes('idCli=12'))).toBe(true));
  },
);
