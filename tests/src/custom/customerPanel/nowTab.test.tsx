import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CustomerNow } from '#contract/callcenter/customers/customerNow.ts';
import type { Permission } from '#contract/permissions.ts';
import { HttpResponse, http, requests, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from '../../resources/renderApp.tsx';
import { pageOf } from '../../resources/tickets/fixtures.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';

const GRANTS: Permission[] = [
  'SAC_HOME',
  'CLIENTE',
  'CLIENTE_CONTATOS',
  'CLIENTE_PEDIDOS',
  'CLIENTE_ORCAMENTOS',
  'CLIENTE_BOLETOS',
  'CLIENTE_LIMITES_CREDITO',
  'ORCAMENTO',
  'ORCAMENTO_EDITAR',
];
const server = serve();

const CUSTOMER = {
  ...{ id: 12, versao: 3, cnpj: '11222333000181', razSoc: 'Mercado Azul Ltda.', fant: 'Mercado Azul' },
  ...{ telefone: '', email: '', cid: 'Santos', uf: 'SP', legendas: [], motivoBloqueio: null },
  ...{ prospect: false, simulacao: false, naoContatar: 0, emailsRecusados: [], representante: null },
  contadores: {},
};

const MONTHS = Array.from({ length: 12 }, (_, month) => ({
  mes: `2026-${String(month + 1).padStart(2, '0')}`,
  valor: month === 11 ? '150.5000' : '0',
  pedidos: month === 11 ? 2 : 0,
}));

const FULL: CustomerNow = {
  contato: { id: 3, nome: 'Marta Lima', cargo: 'Compradora', telefone: '1133334444' },
  compras: {
    ultimo: { id: 77, numero: '77', em: '2026-10-26T15:00:00.000Z', valor: '100.2500' },
    ritmo: 21,
    haDias: 34,
    meses: MONTHS,
    deixouDeComprar: [
      { idProd: 9, codigo: 'P9', produto: 'Filtro de papel', ritmo: 30, ultima: '2026-08-01' },
    ],
  },
  orcamentos: { quantidade: 2, valor: '300.0000' },
  vencidos: { quantidade: 1, valor: '45.9000', desde: '2026-10-01' },
  credito: { temLimite: true, limite_disponivel: '500.0000', credito_disponivel: '0' },
};

const answers = (now: CustomerNow) =>
  server.use(http.get('/callcenter/clientes/12/agora', () => HttpResponse.json({ data: now })));

beforeEach(() => {
  freshBrowser();
  windowOf(1280);
  server.use(
    ...signedIn(GRANTS),
    http.get('/callcenter/clientes-painel', () =>
      HttpResponse.json(JSON.parse(readFileSync('schemas/panels/cliente.json', 'utf8'))),
    ),
    http.get('/callcenter/clientes/12', () => HttpResponse.json({ data: CUSTOMER })),
    http.get('/sac/clientes/12/registro-atividade', () => HttpResponse.json(pageOf([]))),
    http.get('/callcenter/contatos/12/contatos', () => HttpResponse.json([])),
  );
});

// The first one also waits for the code of the panel.
const tab = () => screen.findByRole('region', { name: 'Aba Agora' }, { timeout: 30_000 });

it('opens first, and says what to know of the customer on the line', async () => {
  answers(FULL);
  const { container } = renderApp('/clientes/12');
  const now = within(await tab());
  expect(await now.findByText('Marta Lima')).toBeTruthy();
  const facts = now.getAllByRole('button').map(({ textContent }) => textContent?.replace(/\s/g, ' '));
  expect(facts).toEqual(
    expect.arrayContaining([
      'Falar comMarta LimaCompradora · (11) 3333-4444',
      'Último pedidoR$ 100,2526/10/2026. Compra a cada 21 dias, está há 34',
      'Orçamentos em abertoR$ 300,002 orçamentos',
      'Títulos vencidosR$ 45,901 título, desde 01/10/2026',
    ]),
  );
  // A part without its right is not there, nor a button where there is no tab to open.
  expect(now.queryByText('Tickets em aberto')).toBeNull();
  expect(now.queryByRole('button', { name: /^Crédito/ })).toBeNull();
  expect(now.getByText('R$ 150,50 em 2 pedidos')).toBeTruthy();
  expect(now.getByRole('img', { name: /nov\/2026, nada; dez\/2026, R\$.150,50$/ })).toBeTruthy();
  expect(now.getByText('Filtro de papel')).toBeTruthy();
  await expectNoAxeViolations(container);
});

it('leads to the tab of a fact', async () => {
  answers(FULL);
  const { router } = renderApp('/clientes/12');
  await userEvent.click(await within(await tab()).findByRole('button', { name: /Marta Lima/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/clientes/12/contatos'));
});

it('repeats the last order by one key, and by none where there is no order', async () => {
  const repeated = () => requests.filter(({ method, url }) => method === 'POST' && url.includes('/repetir'));
  answers({ ...FULL, compras: { ...(FULL.compras as object), ultimo: null, haDias: null } as never });
  const { unmount } = renderApp('/clientes/12');
  expect(await within(await tab()).findByText('Ainda não comprou')).toBeTruthy();
  await userEvent.keyboard('r');
  expect(within(await tab()).getByRole('button', { name: 'Repetir último pedido' })).toBeDisabled();
  expect(repeated()).toHaveLength(0);
  unmount();
  answers(FULL);
  server.use(http.post('*', () => HttpResponse.json({ error: 'Sem preço.', code: 'X' }, { status: 422 })));
  renderApp('/clientes/12');
  await within(await tab()).findByText('Marta Lima');
  await userEvent.keyboard('r');
  await waitFor(() => expect(repeated()).toHaveLength(1));
});

it('says of a customer without a limit that none is registered, not that there is no limit', async () => {
  const credito = { temLimite: false, limite_disponivel: '0', credito_disponivel: '0' };
  answers({ ...FULL, credito });
  const { unmount } = renderApp('/clientes/12');
  const tile = async () => (await within(await tab()).findByText('Crédito')).parentElement;
  await within(await tab()).findByText('Marta Lima');
  expect(await tile()).toHaveTextContent(/^CréditoNenhum limite cadastrado$/);
  unmount();
  answers({ ...FULL, credito: { ...credito, credito_disponivel: '80.0000' } });
  renderApp('/clientes/12');
  await within(await tab()).findByText('Marta Lima');
  expect(await tile()).toHaveTextContent(/^CréditoR\$.80,00de crédito. Nenhum limite cadastrado$/);
});

it('shows a failure alone, with nothing below it that seems to load, until it is asked again', async () => {
  server.use(
    http.get('/callcenter/clientes/12/agora', () =>
      HttpResponse.json({ error: 'Falhou aqui.', code: 'ERRO' }, { status: 500 }),
    ),
  );
  renderApp('/clientes/12');
  const now = within(await tab());
  expect(await now.findByText('Último pedido')).toBeTruthy();
  expect(await now.findByRole('alert')).toHaveTextContent('Falhou aqui.');
  expect(now.queryByText('Último pedido')).toBeNull();
  expect(now.queryByText('Compras em 12 meses')).toBeNull();
  expect(now.queryByText('Deixou de comprar')).toBeNull();
  answers(FULL);
  await userEvent.click(now.getByRole('button', { name: 'Tentar novamente' }));
  expect(await now.findByText('Marta Lima')).toBeTruthy();
  expect(now.getByText('Deixou de comprar')).toBeTruthy();
});

it('says so where a person may see none of it', async () => {
  server.use(...signedIn(['SAC_HOME', 'CLIENTE']));
  answers({});
  renderApp('/clientes/12');
  expect(await within(await tab()).findByText(/O seu perfil não mostra/)).toBeTruthy();
});
