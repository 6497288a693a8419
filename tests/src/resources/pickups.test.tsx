import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Permission } from '#contract/permissions.ts';
import type { Pickup, PickupCandidate, PickupCandidateGroups, PickupRow } from '#contract/sac/pickups.ts';
import { HttpResponse, http, inTurn, refusal, requests, serve } from '../dataProvider/server.ts';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';
import { comeBackLater, freshBrowser, renderApp, signedIn } from './renderApp.tsx';
import { pageOf } from './tickets/fixtures.ts';

const READER: Permission[] = ['SAC_HOME', 'SAC_TICKETS', 'SAC_COLETAS'];
const OPERATOR_GRANTS: Permission[] = [...READER, 'COLETAS_GERAR', 'COLETAS_CONFIRMAR'];
const server = serve();

const carrier: PickupRow['responsavel'] = {
  tipo: 'TRANSPORTADORA',
  id: 3,
  nome: 'Expresso Ágil',
  razSoc: 'Expresso Ágil Transportes Ltda.',
  cnpj: '12ABC34501DE35',
  telefone: '11987654321',
  email: 'coletas@agil.example',
};

const row = (id: number, fields: Partial<PickupRow> = {}): PickupRow => ({
  id,
  status: 'GERADA',
  responsavel: carrier,
  totalTickets: 2,
  clientes: ['Mercado Lua', 'Mercado Sol', 'Mercado Mar'],
  agendadaPara: '2026-12-01',
  criador: { id: 7, nome: 'Ana Paula de Souza' },
  datahora_criacao: new Date().toISOString(),
  datahora_confirmacao: null,
  ...fields,
});

const pickup = (id: number, fields: Partial<Pickup> = {}): Pickup => ({
  ...row(id),
  versao: 4,
  obs: 'Portão dos fundos',
  confirmadaPor: null,
  motivoCancelamento: null,
  acoes: { confirmar: true, cancelar: true, agendar: true },
  tickets: [
    {
      id: 812,
      ativo: true,
      status: 'AGUARDANDO_TERCEIRO',
      etapa: 'Coleta',
      cliente: { id: 230, fant: 'Mercado Lua', razSoc: 'Lua Ltda.', telefone: '1133334444' },
      endereco: {
        logradouro: 'Rua das Flores',
        numero: '12',
        complemento: '',
        bairro: 'Centro',
        cep: '01001000',
        cidade: 'São Paulo',
        uf: 'SP',
      },
      filial: { idFil: 1, razSoc: 'Horizonte São Paulo' },
      volumes: '7',
      itens: [
        {
          ...{ idExibicao: '101', descricao: 'ÓLEO DE SOJA', nfe: 50268, quantidade: '7' },
          ...{ unidade: 'CX', fator: '12', unidadeNota: 'CX', fatorNota: '12' },
        },
      ],
    },
  ],
  ...fields,
});

const candidate = (id: number, fields: Partial<PickupCandidate> = {}): PickupCandidate => ({
  id,
  cliente: { id: 230, fant: `Mercado ${id}`, razSoc: `Mercado ${id} Ltda.` },
  filial: { idFil: 1, razSoc: 'Horizonte São Paulo' },
  cidade: 'São Paulo',
  uf: 'SP',
  volumes: '7',
  desde: new Date().toISOString(),
  transportadora: { id: 3, nome: 'Expresso Ágil' },
  transportadoraDaNota: null,
  representante: null,
  ...fields,
});

const groups: PickupCandidateGroups = {
  grupos: [
    { responsavel: null, tickets: [candidate(901, { transportadora: null })] },
    { responsavel: carrier, tickets: [candidate(902), candidate(903)] },
  ],
  responsaveis: [{ id: 3, nome: 'Expresso Ágil' }],
  total: 3,
};

const list = () => screen.findByRole('table', { name: 'Coletas' });
const bodyOf = async (path: string) =>
  requests.findLast(({ url, method }) => method !== 'GET' && new URL(url).pathname === path)?.json();
const lastQuery = () => {
  const url = requests.findLast(({ url }) => new URL(url).pathname === '/sac/coletas')?.url ?? '';
  return Object.fromEntries(new URL(url).searchParams);
};

const refused = (text: string) => () => refusal(409, text);

const asPerson = (grants: Permission[]) => {
  freshBrowser();
  server.use(
    ...signedIn(grants),
    http.get('/sac/consultas/:lista', () => HttpResponse.json([])),
    http.get('/sac/coletas', () =>
      HttpResponse.json(pageOf([row(12), row(11, { status: 'CONFIRMADA' })], 2)),
    ),
    http.get('/sac/coletas/12', () => HttpResponse.json({ data: pickup(12) })),
  );
};
beforeEach(() => asPerson(OPERATOR_GRANTS));
afterEach(() => {
  jest.restoreAllMocks();
});

describe('pickup list', () => {
  it('shows status, responsible, customers and date, under its entry of the drawer', async () => {
    const { container } = renderApp('/coletas');
    const found = (await within(await list()).findByText('12')).closest('tr') as HTMLElement;
    expect(found).toHaveTextContent('Gerada');
    expect(found).toHaveTextContent('Expresso Ágil');
    expect(found).toHaveTextContent('2 tickets');
    expect(found).toHaveTextContent('Mercado Lua, Mercado Sol e mais 1');
    expect(found).toHaveTextContent('01/12/2026');
    expect(screen.getByText('2 coletas')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Coletas', current: 'page' })).toBeInTheDocument();
    await expectNoAxeViolations(container);
  });

  it('filters by a tab, and offers to clear the filters when nothing is found', async () => {
    server.use(http.get('/sac/coletas', () => HttpResponse.json(pageOf([], 0))));
    const user = userEvent.setup();
    renderApp('/coletas');
    expect(await screen.findByText('Ainda não há coletas')).toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'Confirmadas' }));
    await waitFor(() => expect(lastQuery()).toMatchObject({ 'status[]': 'CONFIRMADA' }));
    await user.click(await screen.findByRole('button', { name: 'Limpar filtros' }));
    await waitFor(() => expect(lastQuery()).not.toHaveProperty('status[]'));
  });

  it("opens with the person's own view, with single values as single", async () => {
    const conteudo = {
      filtros: [
        { chave: 'status', valores: ['GERADA'] },
        { chave: 'tipo', valores: ['TRANSPORTADORA'] },
      ],
    };
    const dono = { id: 7, nome: 'Ana Paula de Souza' };
    const own = {
      id: 3,
      nome: 'Por buscar',
      equipe: false,
      dono,
      podeAlterar: true,
      padrao: true,
      versao: 1,
    };
    server.use(http.get('/config/visoes', () => HttpResponse.json([{ ...own, conteudo }])));
    renderApp('/coletas');
    expect(await screen.findByRole('tab', { name: 'Por buscar', selected: true })).toBeInTheDocument();
    await waitFor(() => expect(lastQuery()).toMatchObject({ 'status[]': 'GERADA', tipo: 'TRANSPORTADORA' }));
    expect(await screen.findByRole('tab', { name: 'Geradas', selected: true })).toBeInTheDocument();
  });

  it('names a missing permission, and has no other paths', async () => {
    asPerson(['SAC_HOME']);
    const second = renderApp('/coletas');
    expect(await screen.findByText(/^Seu perfil não dá acesso a /)).toBeInTheDocument();
    second.unmount();
    renderApp('/coletas/abc');
    expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeInTheDocument();
  });

  it('says once why it could not be loaded or refreshed, retries, and keeps its rows', async () => {
    const found = () => HttpResponse.json(pageOf([row(12)], 1));
    server.use(http.get('/sac/coletas', inTurn(refused('Agora não'), found, refused('Ainda não'))));
    const user = userEvent.setup();
    renderApp('/coletas');
    expect(await screen.findAllByText(/Agora não/)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(await within(await list()).findByText('12')).toBeInTheDocument();
    comeBackLater();
    expect(await screen.findAllByText(/Ainda não/)).toHaveLength(1);
    expect(within(await list()).getByText('12')).toBeInTheDocument();
  });

  it('confirms the selection and shows the result of each row', async () => {
    server.use(
      http.post('/sac/coletas/confirmar', () =>
        HttpResponse.json({
          processados: 2,
          sucesso: [12],
          falhas: [{ id: 11, codigo: 'JA_CONFIRMADA', mensagem: 'A coleta 11 já foi confirmada.' }],
        }),
      ),
    );
    const user = userEvent.setup();
    renderApp('/coletas');
    await user.click(await screen.findByRole('checkbox', { name: 'Selecionar coleta 12' }));
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar coleta 11' }));
    await user.click(screen.getByRole('button', { name: 'Confirmar' }));
    const requested = await screen.findByRole('dialog', { name: 'Confirmar 2 coletas?' });
    await user.click(within(requested).getByRole('button', { name: 'Confirmar' }));
    const result = await screen.findByRole('dialog', { name: 'Confirmação de coletas' });
    expect(result).toHaveTextContent('1 coleta confirmada.');
    expect(result).toHaveTextContent('Coleta 11: A coleta 11 já foi confirmada.');
    expect(await bodyOf('/sac/coletas/confirmar')).toEqual({ coletas: [12, 11] });
  });

  it('offers no actions to people who can only read', async () => {
    asPerson(READER);
    server.use(
      http.get('/sac/coletas/12', () =>
        HttpResponse.json({
          data: pickup(12, { acoes: { confirmar: false, cancelar: false, agendar: false } }),
        }),
      ),
    );
    renderApp('/coletas/12');
    const dialog = await screen.findByRole('dialog', { name: /Coleta 12/ });
    expect(await within(dialog).findByRole('button', { name: 'Baixar ordem' })).toBeInTheDocument();
    expect(within(dialog).queryByRole('button', { name: /Cancelar|Confirmar|gendar/ })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Gerar coletas' })).toBeNull();
  });
});

describe('pickup dialog', () => {
  it('opens over the list by its URL, and closes to it', async () => {
    const user = userEvent.setup();
    const { router, baseElement } = renderApp('/coletas');
    await user.click(await within(await list()).findByRole('link', { name: '12' }));
    const dialog = await screen.findByRole('dialog', { name: /Coleta 12/ });
    expect(router.state.location.pathname).toBe('/coletas/12');
    expect(await within(dialog).findByText('101 - ÓLEO DE SOJA')).toBeInTheDocument();
    expect(dialog).toHaveTextContent('Rua das Flores, 12 · Centro · São Paulo – SP · CEP 01001-000');
    expect(dialog).toHaveTextContent('7 CX');
    expect(within(dialog).getByRole('link', { name: 'Ticket 812' })).toHaveAttribute('href', '/tickets/812');
    await expectNoAxeViolations(baseElement);
    await user.click(within(dialog).getByRole('button', { name: 'Fechar' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/coletas'));
  });

  it('keeps what it shows when it cannot be refreshed, and says so', async () => {
    const found = () => HttpResponse.json({ data: pickup(12) });
    server.use(http.get('/sac/coletas/12', inTurn(found, refused('Agora não'))));
    renderApp('/coletas/12');
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('Portão dos fundos')).toBeInTheDocument();
    comeBackLater();
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Agora não');
    expect(within(dialog).getByText('Portão dos fundos')).toBeInTheDocument();
  });

  it('shows the same not-found text for a pickup out of scope as for an unknown one', async () => {
    server.use(http.get('/sac/coletas/99', () => refusal(404, 'Registro não encontrado.')));
    renderApp('/coletas/99');
    expect(await screen.findByText('Coleta não encontrada')).toBeInTheDocument();
  });

  it('shows the responsible, their contact data and their other open pickups', async () => {
    const user = userEvent.setup();
    renderApp('/coletas/12');
    await user.click(await screen.findByRole('button', { name: 'Expresso Ágil' }));
    const party = await screen.findByRole('dialog', { name: 'Expresso Ágil' });
    expect(party).toHaveTextContent('12.ABC.345/01DE-35');
    expect(within(party).getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute(
      'href',
      'https://wa.me/5511987654321',
    );
    expect(within(party).getByRole('link', { name: 'coletas@agil.example' })).toBeInTheDocument();
    expect(await within(party).findByRole('link', { name: 'Coleta 11' })).toHaveAttribute(
      'href',
      '/coletas/11',
    );
    expect(lastQuery()).toMatchObject({ 'transportadora[]': '3' });
  });

  it('cancels with a reason only, with the version that was seen', async () => {
    server.use(
      http.post('/sac/coletas/12/cancelar', () =>
        HttpResponse.json({ data: { id: 12, message: 'Coleta cancelada', versao: 5, status: 'CANCELADA' } }),
      ),
    );
    const user = userEvent.setup();
    renderApp('/coletas/12');
    await user.click(await screen.findByRole('button', { name: 'Cancelar coleta' }));
    const requested = await screen.findByRole('dialog', { name: 'Cancelar a coleta 12?' });
    await user.click(within(requested).getByRole('button', { name: 'Cancelar coleta' }));
    const reason = within(requested).getByRole('textbox', { name: /Motivo/ });
    await waitFor(() => expect(reason).toHaveAccessibleDescription('Informe o motivo.'));
    expect(reason).toHaveFocus();
    await user.type(within(requested).getByRole('textbox', { name: /Motivo/ }), 'Caminhão quebrou');
    await user.click(within(requested).getByRole('button', { name: 'Cancelar coleta' }));
    expect(await screen.findByText('Coleta cancelada')).toBeInTheDocument();
    expect(await bodyOf('/sac/coletas/12/cancelar')).toEqual({ versao: 4, motivo: 'Caminhão quebrou' });
  });

  it('shows beside the typed text that somebody else was faster', async () => {
    server.use(http.put('/sac/coletas/12', () => refusal(409, 'Esta coleta mudou enquanto você a via.')));
    const user = userEvent.setup();
    renderApp('/coletas/12');
    await user.click(await screen.findByRole('button', { name: 'Reagendar' }));
    const requested = await screen.findByRole('dialog', { name: 'Agendar a coleta 12' });
    const note = within(requested).getByRole('textbox', { name: /Observação/ });
    await user.clear(note);
    await user.type(note, 'Doca 3');
    await user.click(within(requested).getByRole('button', { name: 'Salvar' }));
    expect(await within(requested).findByRole('alert')).toHaveTextContent('mudou enquanto você a via');
    expect(note).toHaveValue('Doca 3');
  });
});

describe('pickup generation', () => {
  beforeEach(() =>
    server.use(
      http.get('/sac/tickets/ordem-coleta/transportadora', () => HttpResponse.json(groups)),
      http.get('/sac/tickets/ordem-coleta/representante', () =>
        HttpResponse.json({ grupos: [], responsaveis: [], total: 0 }),
      ),
    ),
  );

  it.each([
    ['Cadastrar transportadora', ['CADASTROS_COMERCIAL', 'CADASTROS_COMERCIAL_CRIAR']],
    [null, []],
  ] as const)('says that there is no carrier to choose, and where to enter one: %s', async (way, more) => {
    asPerson([...OPERATOR_GRANTS, ...more]);
    server.use(
      http.get('/sac/tickets/ordem-coleta/transportadora', () =>
        HttpResponse.json({ ...groups, responsaveis: [] }),
      ),
    );
    const user = userEvent.setup();
    renderApp('/coletas/gerar');
    const dialog = await screen.findByRole('dialog', { name: 'Gerar coletas' });
    await user.click(await within(dialog).findByRole('checkbox', { name: /Ticket 901/ }));
    expect(within(dialog).getByRole('status')).toHaveTextContent('Não há transportadora em uso.');
    const link = within(dialog).queryByRole('link');
    expect(link?.textContent ?? null).toBe(way);
    if (way) expect(link).toHaveAttribute('href', '/cadastros/transportadoras');
  });

  it('sends the selection by groups, asks who fetches the others, shows the result', async () => {
    server.use(
      http.post('/sac/tickets/ordem-coleta/transportadora', () =>
        HttpResponse.json({
          processados: 3,
          sucesso: [902, 903],
          falhas: [{ id: 901, codigo: 'JA_EM_COLETA', mensagem: 'O ticket já está na coleta 9.' }],
          coletas: [{ id: 13, responsavel: 'Expresso Ágil', tickets: [902, 903] }],
        }),
      ),
    );
    const user = userEvent.setup();
    const { router, baseElement } = renderApp('/coletas');
    await user.click(await screen.findByRole('button', { name: 'Gerar coletas' }));
    const dialog = await screen.findByRole('dialog', { name: 'Gerar coletas' });
    expect(router.state.location.pathname).toBe('/coletas/gerar');
    expect(await within(dialog).findByText('3 tickets aguardam coleta.')).toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Gerar coletas' })).toBeDisabled();
    // Boxes and pieces add up to no unit of either.
    expect(dialog).toHaveTextContent('7 volumes · entrou na etapa');
    await expectNoAxeViolations(baseElement);
    await user.click(within(dialog).getByRole('checkbox', { name: 'Marcar todos de Expresso Ágil' }));
    expect(within(dialog).getByRole('button', { name: 'Gerar coletas de 2 tickets' })).toBeEnabled();
    await user.click(within(dialog).getByRole('checkbox', { name: /Ticket 901/ }));
    expect(within(dialog).getByText('Escolha a transportadora.')).toBeInTheDocument();
    await user.click(within(dialog).getByRole('combobox', { name: /Transportadora/ }));
    await user.click(await screen.findByRole('option', { name: 'Expresso Ágil' }));
    await user.click(within(dialog).getByRole('button', { name: 'Gerar coletas de 3 tickets' }));
    const result = await screen.findByRole('dialog', { name: 'Geração de coletas' });
    expect(result).toHaveTextContent('1 coleta gerada de 2 tickets.');
    expect(result).toHaveTextContent('Ticket 901: O ticket já está na coleta 9.');
    expect(within(result).getByRole('link', { name: 'Coleta 13' })).toHaveAttribute('href', '/coletas/13');
    expect(await bodyOf('/sac/tickets/ordem-coleta/transportadora')).toMatchObject({
      tickets: [902, 903, 901],
      responsavel: 3,
      agendadaPara: null,
    });
  });

  it('says that nothing waits for a representative', async () => {
    const user = userEvent.setup();
    renderApp('/coletas/gerar');
    await user.click(await screen.findByRole('tab', { name: 'Por representante' }));
    expect(await screen.findByText('Nenhum ticket aguarda coleta')).toBeInTheDocument();
  });
});
