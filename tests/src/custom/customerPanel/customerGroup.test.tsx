import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CustomerGroup, GroupMember } from '#contract/callcenter/customers/customerGroups.ts';
import type { PanelCustomer } from '#contract/callcenter/customers/panelCustomer.ts';
import type { Permission } from '#contract/permissions.ts';
import { HttpResponse, http, refusal, requests, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from '../../resources/renderApp.tsx';
import { pageOf } from '../../resources/tickets/fixtures.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';

const server = serve();

const customer: PanelCustomer = {
  id: 12,
  versao: 3,
  cnpj: '11222333000181',
  razSoc: 'Mercado 12',
  fant: 'Mercado 12',
  telefone: '',
  email: '',
  cid: '',
  uf: '',
  legendas: [],
  motivoBloqueio: null,
  prospect: false,
  simulacao: false,
  naoContatar: 0,
  emailsRecusados: [],
  representante: null,
  contadores: {},
};
const member = (id: number, part: Partial<GroupMember> = {}): GroupMember => ({
  id,
  fant: `Mercado ${id}`,
  razSoc: `Mercado ${id}`,
  documento: '11222333000181',
  cidade: 'Campinas',
  uf: 'SP',
  pedidos: 2,
  comprado: '1000.10',
  ultimoPedido: '2026-11-21',
  emAberto: '0',
  vencido: '0',
  limite: '0',
  utilizado: '0',
  tickets: 0,
  ...part,
});
const GROUP: CustomerGroup = {
  id: 5,
  nome: 'Rede Azul',
  versao: 4,
  membros: [member(12), member(15, { vencido: '77.70', ultimoPedido: null })],
  soma: { ...member(0), pedidos: 4, comprado: '2000.20', vencido: '77.70' },
};

let group: CustomerGroup | null = GROUP;
const SEEING = ['SAC_HOME', 'CLIENTE', 'SAC_CLIENTE', 'SAC_CLIENTE_PESQUISAR'] as const;
const signIn = (...grants: Permission[]) => server.use(...signedIn([...SEEING, ...grants]));

beforeEach(() => {
  freshBrowser();
  windowOf(1280);
  group = GROUP;
  const layout = JSON.parse(readFileSync('schemas/panels/cliente.json', 'utf8'));
  signIn('CLIENTES_UNIR');
  server.use(
    http.get('/callcenter/clientes-painel', () => HttpResponse.json(layout)),
    http.get('/callcenter/clientes/12', () => HttpResponse.json({ data: customer })),
    http.get('/callcenter/clientes/12/agora', () =>
      HttpResponse.json({ data: group ? { grupo: group } : {} }),
    ),
    http.get('/callcenter/clientes/:id/grupo', () => HttpResponse.json({ data: group })),
    http.get('/sac/clientes/12/registro-atividade', () => HttpResponse.json(pageOf([]))),
    http.get('/sac/clientes', () =>
      HttpResponse.json(
        pageOf([{ id: 20, fant: 'Mercado 20', razSoc: 'Mercado 20', documento: '', legendas: [] }]),
      ),
    ),
  );
});

const sent = async (method: string, what: string) =>
  Promise.all(
    requests
      .filter((request) => request.method === method && new URL(request.url).pathname.endsWith(what))
      .map((request) => request.clone().json()),
  );

describe('the group of a customer', () => {
  it('shows its customers side by side, each of whom opens, and what they add up to', async () => {
    renderApp('/clientes/12');
    const block = await screen.findByRole('region', { name: 'Grupo Rede Azul' });
    expect(within(block).getByRole('link', { name: /15 - Mercado 15/ })).toHaveAttribute(
      'href',
      '/clientes/15',
    );
    const row = (name: string) => within(block).getByRole('row', { name: new RegExp(`^${name}`) });
    expect(row('Vencido')).toHaveTextContent('R$ 0,00R$ 77,70R$ 77,70');
    expect(row('Último pedido')).toHaveTextContent('21/11/2026Nunca');
    expect(row('Comprado em 12 meses')).toHaveTextContent('R$ 2.000,20');
    await expectNoAxeViolations(block);
  });

  it('shows a card of each customer where they do not fit side by side', async () => {
    const width = jest.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(500);
    renderApp('/clientes/12');
    const block = await screen.findByRole('region', { name: 'Grupo Rede Azul' });
    // Names and three columns take 508.
    const cards = within(await within(block).findByRole('list', { name: 'Números do grupo Rede Azul' }));
    expect(within(block).queryByRole('table')).toBeNull();
    expect(cards.getByRole('link', { name: /15 - Mercado 15/ })).toBeVisible();
    const [, second, sum] = cards.getAllByRole('listitem');
    expect(second).toHaveTextContent('Último pedidoNunca');
    expect(second).toHaveTextContent('VencidoR$ 77,70');
    expect(sum).toHaveTextContent('Comprado em 12 mesesR$ 2.000,20');
    await userEvent
      .setup({ delay: null })
      .click(cards.getByRole('button', { name: 'Tirar 15 - Mercado 15 do grupo' }));
    expect(await screen.findByRole('dialog', { name: 'Tirar do grupo' })).toBeVisible();
    await expectNoAxeViolations(block);
    width.mockRestore();
  });

  it('takes a customer out once that is confirmed, and is renamed', async () => {
    server.use(
      http.post('/callcenter/clientes/15/grupo/sair', () =>
        HttpResponse.json({ data: { message: 'Cliente 15 tirado do grupo Rede Azul.' } }),
      ),
      http.put('/callcenter/clientes/12/grupo', () =>
        HttpResponse.json({ data: { id: 5, message: 'O grupo se chama Rede Nova.' } }),
      ),
    );
    const user = userEvent.setup({ delay: null });
    renderApp('/clientes/12');
    const block = await screen.findByRole('region', { name: 'Grupo Rede Azul' });
    await user.click(within(block).getByRole('button', { name: 'Tirar 15 - Mercado 15 do grupo' }));
    const asked = await screen.findByRole('dialog', { name: 'Tirar do grupo' });
    await user.click(within(asked).getByRole('button', { name: 'Tirar' }));
    expect(await screen.findByText('Cliente 15 tirado do grupo Rede Azul.')).toBeInTheDocument();
    await user.click(within(block).getByRole('button', { name: 'Mudar o nome' }));
    const dialog = await screen.findByRole('dialog', { name: 'Mudar o nome do grupo' });
    const name = within(dialog).getByRole('textbox', { name: /Nome do grupo/ });
    expect(name).toHaveValue('Rede Azul');
    await user.clear(name);
    await user.type(name, 'Rede Nova');
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('O grupo se chama Rede Nova.')).toBeInTheDocument();
    expect(await sent('PUT', '/12/grupo')).toEqual([{ versao: 4, nome: 'Rede Nova' }]);
  });

  it('begins from the panel with another customer and a name, and keeps what is refused in the dialog', async () => {
    group = null;
    server.use(
      http.post('/callcenter/clientes/12/grupo/ligar', () =>
        refusal(422, 'O cliente 20 não tem CPF ou CNPJ. Una os cadastros em vez de ligá-los em grupo.'),
      ),
    );
    const user = userEvent.setup({ delay: null });
    renderApp('/clientes/12');
    await user.click(await screen.findByRole('button', { name: 'Mais ações com o cliente' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Ligar em grupo' }));
    const dialog = await screen.findByRole('dialog', { name: 'Ligar em grupo' });
    await user.type(within(dialog).getByRole('combobox', { name: /Cliente/ }), 'mercado');
    await user.click(await screen.findByRole('option', { name: /Mercado 20/ }));
    expect(await within(dialog).findByRole('textbox', { name: /Nome do grupo/ })).toHaveValue('Mercado 12');
    await expectNoAxeViolations(dialog);
    const confirm = within(dialog).getByRole('button', { name: 'Ligar' });
    await waitFor(() => expect(confirm).toBeEnabled());
    await user.click(confirm);
    expect(await within(dialog).findByText(/Una os cadastros em vez de ligá-los/)).toBeInTheDocument();
    expect(await sent('POST', '/grupo/ligar')).toEqual([{ outro: 20, nome: 'Mercado 12' }]);
  });

  it('asks for no name where the other customer is in a group, whose name the two have', async () => {
    group = null;
    server.use(
      http.get('/callcenter/clientes/20/grupo', () => HttpResponse.json({ data: GROUP })),
      http.post('/callcenter/clientes/12/grupo/ligar', () =>
        HttpResponse.json({ data: { id: 5, message: 'Clientes 12 e 20 ligados no grupo Rede Azul.' } }),
      ),
    );
    const user = userEvent.setup({ delay: null });
    renderApp('/clientes/12');
    await user.click(await screen.findByRole('button', { name: 'Mais ações com o cliente' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Ligar em grupo' }));
    const dialog = await screen.findByRole('dialog', { name: 'Ligar em grupo' });
    await user.type(within(dialog).getByRole('combobox', { name: /Cliente/ }), 'mercado');
    await user.click(await screen.findByRole('option', { name: /Mercado 20/ }));
    expect(await within(dialog).findByText(/Os dois ficam no grupo Rede Azul/)).toBeInTheDocument();
    expect(within(dialog).queryByRole('textbox', { name: /Nome do grupo/ })).not.toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Ligar' }));
    expect(await screen.findByText('Clientes 12 e 20 ligados no grupo Rede Azul.')).toBeInTheDocument();
    expect(await sent('POST', '/grupo/ligar')).toEqual([{ outro: 20 }]);
  });

  it('says in the dialog that a group could not be read', async () => {
    group = null;
    server.use(http.get('/callcenter/clientes/12/grupo', () => refusal(403, 'Sem permissão.')));
    const user = userEvent.setup({ delay: null });
    renderApp('/clientes/12');
    await user.click(await screen.findByRole('button', { name: 'Mais ações com o cliente' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Ligar em grupo' }));
    const dialog = await screen.findByRole('dialog', { name: 'Ligar em grupo' });
    expect(await within(dialog).findByText('Sem permissão.')).toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Ligar' })).toBeDisabled();
  });

  it('asks for no name where there is a group', async () => {
    const user = userEvent.setup({ delay: null });
    renderApp('/clientes/12');
    const block = await screen.findByRole('region', { name: 'Grupo Rede Azul' });
    await user.click(within(block).getByRole('button', { name: 'Ligar outro cliente' }));
    const dialog = await screen.findByRole('dialog', { name: 'Ligar em grupo' });
    expect(await within(dialog).findByText(/Os dois ficam no grupo Rede Azul/)).toBeInTheDocument();
    expect(within(dialog).queryByRole('textbox', { name: /Nome do grupo/ })).not.toBeInTheDocument();
  });

  it('offers nothing to whoever may not change it', async () => {
    signIn();
    renderApp('/clientes/12');
    const seen = await screen.findByRole('region', { name: 'Grupo Rede Azul' });
    expect(within(seen).queryByRole('button')).not.toBeInTheDocument();
  });
});
