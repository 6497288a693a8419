import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ActivityEntry } from '#contract/callcenter/customers/customerPanel.ts';
import type { PanelCustomer } from '#contract/callcenter/customers/panelCustomer.ts';
import type { Permission } from '#contract/permissions.ts';
import { HttpResponse, http, requests, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from '../../resources/renderApp.tsx';
import { pageOf, ticket, ticketRow } from '../../resources/tickets/fixtures.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';

const GRANTS: Permission[] = [
  'SAC_HOME',
  'SAC_TICKETS',
  'CLIENTE',
  'CLIENTE_DADOS_CADASTRAIS',
  'CLIENTE_LIMITES_CREDITO',
  'CLIENTE_LOGISTICA',
  'CLIENTE_FREQUENCIA',
  'CLIENTE_TICKETS_SAC',
  'CLIENTE_VENDEDORES',
  'CLIENTE_CADASTRA',
];
const server = serve();

const customer: PanelCustomer = {
  id: 12,
  versao: 3,
  cnpj: '11222333000181',
  razSoc: 'Mercado Azul Ltda.',
  fant: 'Mercado Azul',
  telefone: '1133334444',
  email: 'compras@exemplo.com.br',
  cid: 'Santos',
  uf: 'SP',
  legendas: [{ codigo: 'BD', texto: 'Cheque devolvido' }],
  motivoBloqueio: 'Cheque devolvido',
  prospect: true,
  simulacao: false,
  naoContatar: 0,
  emailsRecusados: [],
  representante: null,
  contadores: { tickets: 3, vendedores: 100 },
  rede: 'Rede Sul',
  prazMedMax: 45,
  vlTotPedidosMes: '1000.3000',
  utm_source: 'google',
  dtCad: '2026-01-01T12:00:00Z',
  obsLogistica: '',
};

const entry = (id: number, fields: Partial<ActivityEntry>): ActivityEntry => ({
  id,
  tipo: 'CADASTRO',
  historico: `Entrada ${id}`,
  datahora_criacao: '2026-11-01T12:00:00Z',
  itemId: null,
  colaborador: { id: 7, nome: 'Ana' },
  ...fields,
});

beforeEach(() => {
  freshBrowser();
  windowOf(1280);
  const layout = JSON.parse(readFileSync('schemas/panels/cliente.json', 'utf8'));
  server.use(
    ...signedIn(GRANTS),
    http.get('/callcenter/clientes-painel', () => HttpResponse.json(layout)),
    http.get('/callcenter/clientes/12', () => HttpResponse.json({ data: customer })),
    http.get('/callcenter/clientes/12/agora', () => HttpResponse.json({ data: {} })),
    http.get('/sac/clientes/12/limites', () => HttpResponse.json([])),
    http.get('/sac/clientes/12/registro-atividade', () =>
      HttpResponse.json(
        pageOf(
          [
            entry(1, { tipo: 'TICKET', itemId: 31, historico: 'Ticket 31 aberto' }),
            entry(2, { tipo: 'PEDIDO', itemId: 5, historico: 'Pedido 5 cancelado' }),
          ],
          15,
          1,
          7,
        ),
      ),
    ),
    http.get('/sac/clientes/12/tickets', () => HttpResponse.json(pageOf([ticketRow(31)]))),
    http.get('/sac/tickets/31', () => HttpResponse.json({ data: ticket(31) })),
    http.get('/sac/tickets/31/atividades', () => HttpResponse.json([])),
    http.get('/callcenter/lista-classificacoes', () => HttpResponse.json([])),
  );
});

const rail = () => screen.findByRole('navigation', { name: 'Abas do cliente' });

describe('empty list of a period below a badge', () => {
  it('shows the days, and offers the next longer period with one press', async () => {
    const requested: string[] = [];
    server.use(
      ...signedIn([...GRANTS, 'CLIENTE_NOTAS_FISCAIS']),
      http.get('/sac/clientes/12/notas-fiscais-paginate', ({ request }) => {
        requested.push(new URL(request.url).searchParams.get('dtInicial') ?? '');
        return HttpResponse.json(pageOf([]));
      }),
    );
    renderApp('/clientes/12/notas-fiscais');
    await screen.findByText('Nenhuma nota fiscal no período');
    const person = userEvent.setup({ delay: null });
    await person.click(screen.getByRole('button', { name: 'Ver os últimos 6 meses' }));
    await waitFor(() => expect(requested.length).toBe(2));
    const days = requested.map((day) => Math.round((Date.now() - Date.parse(day)) / 86_400_000));
    expect(days[0]).toBeLessThan(47);
    expect(days[1]).toBeGreaterThan(178);
    expect(await screen.findByRole('button', { name: 'Ver o último ano' })).toBeTruthy();
  });
});

describe('refused e-mail address', () => {
  it('is shown with its day, and can be retried with one press', async () => {
    const refused = [
      { email: 'compras@exemplo.com.br', desde: '2026-11-03T15:00:00Z', falha: '550 inexistente' },
    ];
    let existing = refused;
    server.use(
      ...signedIn([...GRANTS, 'CLIENTE_EDITAR', 'DADOS_PESSOAIS']),
      http.get('/callcenter/clientes/12', () =>
        HttpResponse.json({ data: { ...customer, emailsRecusados: existing } }),
      ),
      http.post('/callcenter/contatos/12/emails-recusados', async ({ request }) => {
        expect(await request.json()).toEqual({ email: 'compras@exemplo.com.br' });
        existing = [];
        return HttpResponse.json({ data: { message: 'O endereço volta a receber e-mails.' } });
      }),
    );
    const { container } = renderApp('/clientes/12');
    expect(
      await screen.findByText(/E-mail recusado em 03\/11\/2026: compras@exemplo.com.br \(550 inexistente\)/),
    ).toBeTruthy();
    await expectNoAxeViolations(container);
    const person = userEvent.setup({ delay: null });
    await person.click(screen.getByRole('button', { name: 'Tentar novamente compras@exemplo.com.br' }));
    await waitFor(() => expect(screen.queryByText(/E-mail recusado/)).toBeNull());
  });
});

describe('customer panel', () => {
  it('shows header, permitted tabs with counters, registration and log, and loads no more', async () => {
    const { container } = renderApp('/clientes/12/dados');
    expect(await screen.findByRole('heading', { level: 1, name: 'Mercado Azul' })).toBeTruthy();
    expect(screen.getByText('Bloqueado: Cheque devolvido')).toBeTruthy();
    const tabs = within(await rail())
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
    // Frequência also requires the automation module. A group with one tab is that tab.
    expect(tabs).toEqual(['Agora', 'Tickets SAC3', 'Dados Cadastrais', 'Logística', 'Vendedores99+']);
    expect(await screen.findByText('Rede Sul')).toBeTruthy();
    expect(screen.getByText('R$ 1.000,30')).toBeTruthy();
    expect(await screen.findByText('Nenhum limite disponível.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Completar cadastro' })).toBeTruthy();
    expect(screen.queryByText('Atividades')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Classificação' })).toBeNull();
    expect(requests.some(({ url }) => String(url).includes('/tickets'))).toBe(false);
    await expectNoAxeViolations(container);
  });

  it('moves along the tabs by arrow keys, and opens the item of a log entry in its tab', async () => {
    const { router } = renderApp('/clientes/12');
    const [first, second] = within(await rail()).getAllByRole('link');
    first?.focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(second);
    const log = screen.getByRole('complementary', { name: 'Registro de atividade' });
    // Without permission for orders it is shown but cannot be opened.
    expect((await within(log).findByText('Pedido 5 cancelado')).closest('button')).toBeNull();
    await userEvent.click(within(log).getByRole('button', { name: /Ticket 31 aberto/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Ticket #31' });
    expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(
      '/clientes/12/tickets?item=31',
    );
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Fechar' })[0] as HTMLElement);
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('opens and closes the groups of its tabs by click and by key', async () => {
    renderApp('/clientes/12');
    const tabs = within(await rail());
    const group = tabs.getByRole('button', { name: 'Cadastro' });
    expect(tabs.queryByRole('link', { name: 'Logística' })).toBeNull();
    group.focus();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    expect(tabs.getByRole('link', { name: 'Dados Cadastrais' })).toHaveFocus();
    group.focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(group).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(group);
    await userEvent.click(tabs.getByRole('link', { name: 'Logística' }));
    expect(await screen.findByText('Nenhuma informação disponível')).toBeTruthy();
    expect(group).toHaveAttribute('aria-expanded', 'true');
  });

  it('keeps a group open when a tab of another one is opened', async () => {
    renderApp('/clientes/12/dados');
    const tabs = within(await rail());
    await userEvent.click(tabs.getByRole('link', { name: /Tickets SAC/ }));
    expect(await screen.findByRole('region', { name: 'Aba Tickets SAC' })).toBeTruthy();
    const group = tabs.getByRole('button', { name: 'Cadastro' });
    expect(tabs.getByRole('link', { name: 'Logística' })).toBeTruthy();
    await userEvent.click(group);
    await userEvent.click(tabs.getByRole('link', { name: 'Agora' }));
    expect(await screen.findByRole('region', { name: 'Aba Agora' })).toBeTruthy();
    expect(group).toHaveAttribute('aria-expanded', 'false');
  });

  it('has the log as a rail where it has no room, which opens it as a drawer', async () => {
    windowOf(1100);
    const { router } = renderApp('/clientes/12/dados');
    const opener = await screen.findByRole('button', { name: 'Registro de atividade: Ticket 31 aberto' });
    expect(opener).toHaveTextContent('15');
    expect(screen.queryByRole('complementary', { name: 'Registro de atividade' })).toBeNull();
    await userEvent.click(opener);
    const drawer = await screen.findByRole('dialog', { name: 'Registro de atividade' });
    await expectNoAxeViolations(drawer);
    await userEvent.click(within(drawer).getByRole('button', { name: /Ticket 31 aberto/ }));
    expect(router.state.location.pathname).toBe('/clientes/12/tickets');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Registro de atividade' })).toBeNull());
  });

  it('names the missing permission of a tab, and reports an unknown tab', async () => {
    const { unmount } = renderApp('/clientes/12/pedidos');
    expect(await screen.findByText(/^Seu perfil não dá acesso a /)).toBeTruthy();
    unmount();
    renderApp('/clientes/12/inexistente');
    expect(await screen.findByText('Esta aba não existe')).toBeTruthy();
  });

  it('shows why a customer could not be loaded, with a link to Home', async () => {
    server.use(
      http.get('/callcenter/clientes/12', () =>
        HttpResponse.json({ error: 'Registro não encontrado.', code: 'NAO_ENCONTRADO' }, { status: 404 }),
      ),
    );
    renderApp('/clientes/12');
    expect(await screen.findByText(/Registro não encontrado/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Voltar para Home' })).toBeTruthy();
  });

  it('selects its tabs from a list on a phone, including the log', async () => {
    windowOf(360);
    const { router } = renderApp('/clientes/12/logistica');
    expect(await screen.findByText('Nenhuma informação disponível')).toBeTruthy();
    expect(screen.queryByRole('complementary', { name: 'Registro de atividade' })).toBeNull();
    await userEvent.click(screen.getByRole('combobox', { name: 'Aba' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Registro de atividade' }));
    expect(await screen.findByText('Ticket 31 aberto')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/clientes/12/atividade');
  });
});

describe('customer panel over another screen', () => {
  const shows = (answers: number[]) =>
    server.use(
      ...signedIn([...GRANTS, 'ACOMPANHAMENTO_CLIENTE']),
      http.get('/callcenter/acompanhamento-clientes/tipos', () => HttpResponse.json([board])),
      http.get('/callcenter/acompanhamento-clientes/1', () =>
        HttpResponse.json({ ...board, etapas: [stage] }),
      ),
      http.get('/callcenter/clientes/12', () =>
        answers.shift() === 404
          ? HttpResponse.json({ error: 'Registro não encontrado.', code: 'NAO_ENCONTRADO' }, { status: 404 })
          : HttpResponse.json({ data: customer }),
      ),
    );

  it('starts each tab at the top, and returns the focus to where it was opened', async () => {
    shows([200]);
    const { router } = renderApp('/acompanhamentos-clientes');
    const card = await screen.findByRole('button', { name: /12 - Mercado Azul/ });
    await userEvent.click(card);
    const panel = await screen.findByRole('dialog', { name: 'Mercado Azul' });
    const tabs = within(await within(panel).findByRole('navigation', { name: 'Abas do cliente' }));
    const content = panel.querySelector('.MuiDialogContent-root') as HTMLElement;
    content.scrollTop = 300;
    await userEvent.click(tabs.getByRole('button', { name: 'Cadastro' }));
    tabs.getByRole('button', { name: /Dados Cadastrais/ }).focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(tabs.getByRole('button', { name: 'Logística' })).toHaveFocus();
    expect(content.scrollTop).toBe(300);
    await userEvent.keyboard('{Enter}');
    expect(await within(panel).findByText('Nenhuma informação disponível')).toBeTruthy();
    expect(content.scrollTop).toBe(0);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(card).toHaveFocus();
    expect(router.state.location.pathname).toBe('/acompanhamentos-clientes');
  });

  it('says that the customer it was opened by was merged into the one it shows', async () => {
    shows([200]);
    const unidos = [{ id: 12, em: '2026-11-21T15:00:00.000Z', por: 'Ana', desfazerAte: null }];
    server.use(
      http.get('/callcenter/clientes/12', () => HttpResponse.json({ data: { ...customer, id: 20, unidos } })),
      http.get('/callcenter/clientes/20/agora', () => HttpResponse.json({ data: {} })),
      http.get('/sac/clientes/20/registro-atividade', () => HttpResponse.json(pageOf([]))),
    );
    const { router } = renderApp('/acompanhamentos-clientes');
    await userEvent.click(await screen.findByRole('button', { name: /12 - Mercado Azul/ }));
    const panel = within(await screen.findByRole('dialog', { name: 'Mercado Azul' }));
    expect(await panel.findByText(/O cliente 12 foi unido a este/)).toBeTruthy();
    expect(router.state.location.pathname).toBe('/acompanhamentos-clientes');
  });

  it('returns to the screen when the customer cannot be loaded', async () => {
    shows([404]);
    renderApp('/acompanhamentos-clientes');
    await userEvent.click(await screen.findByRole('button', { name: /12 - Mercado Azul/ }));
    const panel = within(await screen.findByRole('dialog', { name: 'Cliente 12' }));
    const failure = await panel.findByRole('alert');
    expect(failure).toHaveTextContent('Registro não encontrado.');
    expect(panel.queryByRole('link', { name: 'Voltar para Home' })).toBeNull();
    await userEvent.click(panel.getByText('Fechar'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

const board = { id: 1, nome: 'Carteira', descricao: '' };
const stage = {
  id: 2,
  nome: 'Ativos',
  cor: 'sucesso',
  regra: 'Já comprou',
  invalida: false,
  total: 1,
  clientes: [
    {
      id: 12,
      fant: 'Mercado Azul',
      razSoc: 'Mercado Azul Ltda.',
      legendas: [],
      telefone: '1133334444',
      cidade: 'Santos',
      uf: 'SP',
      dtUltComp: null,
      prospect: false,
    },
  ],
};
