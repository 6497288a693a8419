import { beforeEach, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { HttpResponse, http, serve } from '../../dataProvider/server.ts';
import { ANA, freshBrowser, renderApp, signedIn } from '../../resources/renderApp.tsx';

const server = serve();
beforeEach(freshBrowser);

it.each([
  ['11987654321', true, /^Você não vê dados pessoais/],
  ['maria@exemplo.com.br', true, /^Você não vê dados pessoais/],
  ['Mercado', true, /^Tire um filtro ou procure por /],
  ['11987654321', false, /^Tire um filtro ou procure por /],
])('a list that %s leaves empty says why to whoever sees masks: %s', async (q, masked, said) => {
  server.use(
    ...signedIn(['CLIENTE'], ANA, masked),
    http.get('/sac/consultas/:lista', () => HttpResponse.json([])),
    http.get('/callcenter/clientes', () => HttpResponse.json({ itens: [], paginator: NO_PAGES })),
  );
  renderApp(`/clientes?filter=${encodeURIComponent(JSON.stringify({ q }))}`);
  expect(await screen.findByText(said)).toBeTruthy();
});

const NO_PAGES = { current_page: 1, per_page: 25, total: 0, last_page: 1 };
