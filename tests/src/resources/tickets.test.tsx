import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Permission } from '../../../contract/permissions.ts';
import type { Ticket } from '../../../contract/sac/tickets.ts';
import { expectNoAxeViolations } from '../components/support/expectNoAxeViolations.ts';
import {
  asked,
  HttpResponse,
  http,
  inTurn,
  person,
  refusal,
  requests,
  serve,
} from '../dataProvider/server.ts';
import { attachment, item, message, pageOf, ticket, ticketRow, timelineEntry } from './fixtures.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from './renderApp.tsx';

jest.setTimeout(120_000);

const GRANTS: Permission[] = ['SAC_HOME', 'SAC_TICKETS', 'SAC_CLIENTE', 'SAC_CLIENTE_PESQUISAR'];
const server = serve();

beforeEach(() => {
  freshBrowser();
  server.use(
    ...signedIn(GRANTS),
    http.get('/sac/tickets/tipos', () =>
      HttpResponse.json([{ id: 1, chave: 'DEVOLUCAO', desc: 'Devolução de mercadoria' }]),
    ),
    http.get('/sac/consultas/setores', () => HttpResponse.json([{ id: 2, desc: 'Logística' }])),
    http.get('/sac/consultas/:lista', () => HttpResponse.json([])),
    http.get('/sac/tickets/totais', () =>
      HttpResponse.json([
        { status: 'ABERTO', descricao: 'Aberto', total: 2 },
        { status: 'FINALIZADO', descricao: 'Finalizado', total: 10_001 },
      ]),
    ),
    http.get('/sac/tickets', () => HttpResponse.json(pageOf([ticketRow(812), ticketRow(811)], 60))),
  );
});

const table = () => screen.findByRole('table', { name: 'Tickets' });
const lists = () => asked.filter((call) => call.startsWith('GET /sac/tickets?'));
const lastQuery = () => {
  const url = requests.findLast(({ url }) => new URL(url).pathname === '/sac/tickets')?.url ?? '';
  return Object.fromEntries(new URL(url).searchParams);
};

describe('ticket list', () => {
  it('shows customer, legends, status and dates, the newest first', async () => {
    const { container } = renderApp('/tickets');
    const row = (await within(await table()).findByText('812')).closest('tr') as HTMLElement;
    expect(row).toHaveTextContent('230 - Mercado Lua');
    expect(row).toHaveTextContent('Lua Comércio de Alimentos Ltda.');
    expect(within(row).getByRole('img', { name: 'Inadimplente' })).toHaveTextContent('BD');
    expect(row).toHaveTextContent('Aberto');
    expect(row).toHaveTextContent('Atrasado: ');
    expect(row).toHaveTextContent('há 3 dias');
    expect(lists()[0]).toBe('GET /sac/tickets?page=1&take=25&orderBy=dtCriacao&direction=DESC');
    expect(screen.getByText('60 tickets')).toBeInTheDocument();
    await expectNoAxeViolations(container);
  });

  it('counts each status, a large one as 10.000+, and a tab filters by it', async () => {
    const user = userEvent.setup();
    const { router } = renderApp('/tickets');
    expect(await screen.findByRole('tab', { name: 'Finalizado 10.000+' })).toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'Aberto 2' }));
    await waitFor(() => expect(lastQuery()).toMatchObject({ 'status[]': 'ABERTO', page: '1' }));
    expect(decodeURIComponent(router.state.location.search)).toContain('"status":["ABERTO"]');
    expect(screen.getByRole('tab', { name: 'Aberto 2' })).toHaveAttribute('aria-selected', 'true');
    expect(await screen.findByText(/Situação: Aberto/)).toBeInTheDocument();
  });

  it('takes filters from the address, and remembers them for the next visit', async () => {
    const filter = encodeURIComponent(JSON.stringify({ termo: 'nf 50268', setor: ['2'] }));
    const first = renderApp(`/tickets?filter=${filter}&page=2&perPage=25&sort=prazo&order=ASC`);
    await waitFor(() =>
      expect(lastQuery()).toEqual({
        page: '2',
        take: '25',
        orderBy: 'prazo',
        direction: 'ASC',
        termo: 'nf 50268',
        'setor[]': '2',
      }),
    );
    expect(await screen.findByRole('searchbox', { name: 'Buscar tickets' })).toHaveValue('nf 50268');
    expect(await screen.findByText(/Setor: Logística/)).toBeInTheDocument();
    await within(await table()).findByText('812');
    first.unmount();
    asked.length = 0;
    requests.length = 0;
    renderApp('/tickets');
    await waitFor(() => expect(lastQuery()).toMatchObject({ termo: 'nf 50268', orderBy: 'prazo' }));
  });

  it('sorts dates from the newest at first and others upwards, and turns round on the second click', async () => {
    const user = userEvent.setup();
    renderApp('/tickets');
    const header = async (name: string) => within(await table()).findByRole('button', { name });
    await user.click(await header('Situação'));
    await waitFor(() => expect(lastQuery()).toMatchObject({ orderBy: 'status', direction: 'ASC' }));
    await user.click(await header('Situação'));
    await waitFor(() => expect(lastQuery()).toMatchObject({ orderBy: 'status', direction: 'DESC' }));
    await user.click(await header('Criado'));
    // Answered a moment ago: shown at once, without asking again.
    await waitFor(async () =>
      expect(within(await table()).getByRole('columnheader', { name: 'Criado' })).toHaveAttribute(
        'aria-sort',
        'descending',
      ),
    );
  });

  it('opens a row once, so that one step back is the list again', async () => {
    const user = userEvent.setup();
    server.use(http.get('/sac/tickets/812*', () => refusal(404, 'Não encontrado')));
    const { router } = renderApp('/tickets');
    await user.click(await within(await table()).findByText('812'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets/812'));
    await act(() => router.navigate(-1));
    expect(router.state.location.pathname).toBe('/tickets');
  });

  it('searches after a pause, from the first page', async () => {
    const user = userEvent.setup();
    renderApp('/tickets');
    await within(await table()).findByText('812');
    await user.type(screen.getByRole('searchbox', { name: 'Buscar tickets' }), 'lua');
    await waitFor(() => expect(lastQuery()).toMatchObject({ termo: 'lua', page: '1' }));
    expect(lists().some((call) => /termo=lu?(&|$)/.test(call))).toBe(false);
  });

  it('goes to the next page, and keeps the rows of this one until it is there', async () => {
    const user = userEvent.setup();
    renderApp('/tickets');
    await within(await table()).findByText('812');
    await user.click(screen.getByRole('button', { name: /Próxima/ }));
    await waitFor(() => expect(lastQuery()).toMatchObject({ page: '2' }));
    expect(within(await table()).getByText('812')).toBeInTheDocument();
  });

  it('hides and shows columns, and keeps the choice', async () => {
    const user = userEvent.setup();
    const first = renderApp('/tickets');
    await within(await table()).findByText('812');
    const headings = async () =>
      within(await table())
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent);
    expect(await headings()).not.toContain('Setor');
    await user.click(screen.getByRole('button', { name: 'Colunas e densidade' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Setor' }));
    await user.keyboard('{Escape}');
    await waitFor(async () => expect(await headings()).toContain('Setor'));
    first.unmount();
    renderApp('/tickets');
    await within(await table()).findByText('812');
    expect(await headings()).toContain('Setor');
  });

  it('says why it is empty: by filters, which can be taken away, or because there is nothing yet', async () => {
    server.use(http.get('/sac/tickets', () => HttpResponse.json(pageOf([]))));
    const user = userEvent.setup();
    renderApp(`/tickets?filter=${encodeURIComponent('{"termo":"nada"}')}`);
    expect(await screen.findByText('Nenhum ticket com estes filtros')).toBeInTheDocument();
    await user.click(
      within(screen.getByText('Nenhum ticket com estes filtros').closest('div') as HTMLElement).getByRole(
        'button',
        { name: 'Limpar filtros' },
      ),
    );
    expect(await screen.findByText('Ainda não há tickets')).toBeInTheDocument();
  });

  it('tells what failed with its protocol, and asks again', async () => {
    server.use(
      http.get(
        '/sac/tickets',
        inTurn(
          () => refusal(422, 'A pesquisa é curta demais', { requestId: 'req-7' }),
          () => HttpResponse.json(pageOf([ticketRow(812)])),
        ),
      ),
    );
    const user = userEvent.setup();
    renderApp('/tickets');
    const alert = await screen.findByText('A pesquisa é curta demais');
    expect(alert.closest('[role=alert]')).toHaveTextContent('Protocolo req-7');
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByText('812')).toBeInTheDocument();
  });

  it('says which permission is missing, and asks the server for no ticket', async () => {
    server.use(...signedIn(['SAC_HOME']));
    renderApp('/tickets');
    expect(await screen.findByText('SAC_TICKETS')).toBeInTheDocument();
    expect(lists()).toEqual([]);
  });

  it('offers a consumer no filter and no column of the staff', async () => {
    server.use(...signedIn(['SAC_TICKETS'], { ...person(9), tipo: 'CONSUMIDOR_FINAL' }));
    const user = userEvent.setup();
    renderApp('/tickets');
    await within(await table()).findByText('812');
    await user.click(screen.getByRole('button', { name: 'Adicionar filtro' }));
    const offered = (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent);
    expect(offered).toEqual(['Situação', 'Tipo', 'Criado', 'Arquivados']);
    await user.keyboard('{Escape}');
    expect(within(await table()).queryByText('BD')).not.toBeInTheDocument();
    // Of the lookups only the extra fields, of which the server tells them the public ones.
    expect(asked.filter((call) => /consultas.(?!cadastro-campos)/.test(call))).toEqual([]);
  });
});

describe('ticket page', () => {
  beforeEach(() => windowOf(1280));
  const serveTicket = (fields = {}) =>
    server.use(
      http.get('/config/rascunhos/:objeto', () => HttpResponse.json({ data: null })),
      http.get('/sac/tickets/812', () => HttpResponse.json({ data: ticket(812, fields) })),
      http.get('/sac/tickets/812/historico', ({ request }) => {
        const page = Number(new URL(request.url).searchParams.get('page'));
        const entries =
          page === 1
            ? [
                message(1, { colaborador_id: 7, colaborador: { nome: 'Ana Paula de Souza' } }),
                message(2, {
                  tipo: 'PRIVADO',
                  mensagem: '<p>Só para nós<img src=x onerror="alert(1)"><script>alert(2)</script></p>',
                  anexos: [attachment(5)],
                }),
              ]
            : [message(9)];
        return HttpResponse.json(pageOf(entries, 9, page, 8));
      }),
      http.get('/sac/tickets/812/atividades', () =>
        HttpResponse.json(Array.from({ length: 8 }, (_, index) => timelineEntry(index + 1))),
      ),
      http.get('/sac/tickets/812/produtos', () =>
        HttpResponse.json([
          item(1),
          item(2, { avulso: true, nfe: null, data_nota: null, qtd_comprada: null, anexos: [attachment(6)] }),
        ]),
      ),
      http.get('/sac/tickets/812/anexos', () => HttpResponse.json([attachment(5), attachment(6)])),
    );

  it('shows status, step, flow, customer, reasons and late due date', async () => {
    serveTicket();
    const { container } = renderApp('/tickets/812');
    expect(await screen.findByRole('heading', { name: 'Ticket 812', level: 1 })).toBeInTheDocument();
    const rail = screen.getByRole('complementary', { name: 'Dados do ticket' });
    expect(
      within(rail).getByText('Análise da devolução', { selector: 'li *' }).closest('li'),
    ).toHaveAttribute('aria-current', 'step');
    expect(rail).toHaveTextContent('12.ABC.345/01DE-35');
    expect(rail).toHaveTextContent('Submotivo 1Defeito de fabricação');
    expect(rail).toHaveTextContent(/Atrasado · /);
    expect(rail).toHaveTextContent('Ninguém assumiu');
    await screen.findByText('Mensagem 1');
    await expectNoAxeViolations(container);
  });

  it('pages the messages, marks private ones with the word, and runs no script of theirs', async () => {
    serveTicket();
    const user = userEvent.setup();
    renderApp('/tickets/812');
    const secret = (await screen.findByText('Só para nós')).closest('li') as HTMLElement;
    expect(secret).toHaveTextContent('Privado');
    expect(secret.querySelector('script, [onerror]')).toBeNull();
    expect(within(secret).getByRole('link', { name: /avaria\.jpg/ })).toHaveAttribute(
      'href',
      '/sac/tickets/812/anexos/5',
    );
    await user.click(screen.getByRole('button', { name: /Próxima/ }));
    expect(await screen.findByText('Mensagem 9')).toBeInTheDocument();
    expect(asked).toContain('GET /sac/tickets/812/historico?page=2');
  });

  it('lists the products with quantity, value and photos, and the total', async () => {
    serveTicket();
    const user = userEvent.setup();
    renderApp('/tickets/812');
    await user.click(await screen.findByRole('tab', { name: 'Produtos (2)' }));
    const products = await screen.findByRole('table', { name: 'Produtos do ticket' });
    const [, first, second] = within(products).getAllByRole('row');
    expect(first).toHaveTextContent('101 - ÓLEO DE SOJA 1');
    expect(first).toHaveTextContent('12 CX');
    expect(first).toHaveTextContent(/R\$\s1\.312,920/);
    expect(first).toHaveTextContent('03/09/2026');
    expect(second).toHaveTextContent('Avulso');
    expect(screen.getByText(/^Total/)).toHaveTextContent(/R\$\s1\.481,160/);
    expect(screen.getByRole('region', { name: 'Fotos de ÓLEO DE SOJA 2' })).toBeInTheDocument();
  });

  it('shows five activities, and all of them on demand', async () => {
    serveTicket();
    const user = userEvent.setup();
    renderApp('/tickets/812');
    expect(await screen.findByText('Fato 5')).toBeInTheDocument();
    expect(screen.queryByText('Fato 6')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Exibir todas as atividades' }));
    expect(await screen.findByText('Fato 8')).toBeInTheDocument();
  });

  it('puts status and button first on a phone, and the facts into a tab of their own', async () => {
    windowOf(360);
    serveTicket();
    const user = userEvent.setup();
    renderApp('/tickets/812');
    const step = await screen.findByRole('region', { name: 'Situação e etapa' });
    expect(within(step).getByRole('button', { name: 'Solicitar coleta' })).toBeInTheDocument();
    expect(screen.queryByText('Ninguém assumiu')).not.toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'Detalhes' }));
    const panel = screen.getByRole('tabpanel');
    expect(panel).toHaveTextContent('Ninguém assumiu');
    expect(within(panel).getByText('Análise da devolução').closest('li')).toHaveAttribute(
      'aria-current',
      'step',
    );
  });

  it('draws only what is to come and what may come from here, and a paused clock says why', async () => {
    const step = (chave: string, situacao: Ticket['etapas'][number]['situacao']) => ({
      chave,
      descricao: chave,
      situacao,
      setor: 'SAC',
      exigencia: null,
      terminal: false,
    });
    const [way] = ticket(812).transicoes;
    serveTicket({
      prazoPausado: true,
      etapas: [
        step('Abertura', 'FEITA'),
        step('Análise', 'ATUAL'),
        step('Complemento', 'CONDICIONAL'),
        step('Envio', 'FUTURA'),
        step('Divergência', 'CONDICIONAL'),
      ],
      transicoes: [{ ...way, para: 'Complemento', tipo: 'CONDICIONAL' }],
    });
    renderApp('/tickets/812');
    const rail = await screen.findByRole('complementary', { name: 'Dados do ticket' });
    const steps = within(within(rail).getByText('Envio').closest('ol') as HTMLElement).getAllByRole(
      'listitem',
    );
    expect(steps.map((each) => each.textContent)).toEqual([
      'Aberturafeita',
      'Análiseetapa atual',
      'Complementose preciso',
      'Enviodepois',
    ]);
    expect(rail).toHaveTextContent('Prazo pausado: aguarda o cliente');
    expect(rail).not.toHaveTextContent('Atrasado');
  });

  it('shows costs to those who handle them: adds one, and asks before it writes to who pays', async () => {
    const cost = {
      id: 5,
      tipo: 'FRETE_DEVOLUCAO',
      descricao: '',
      valor: '120.5000',
      responsavel: { tipo: 'TRANSPORTADORA', id: 3, nome: 'Rápido Sul', email: 'sac@rapido.example' },
      criador: { id: 7, nome: 'Ana' },
      datahora_criacao: '2026-11-20T12:00:00.000Z',
      datahora_email: null,
    };
    const done = (message: string) => HttpResponse.json({ data: { id: 5, message } });
    serveTicket({ transportadora: { id: 3, razSoc: 'Rápido Sul' } });
    server.use(
      ...signedIn([...GRANTS, 'TICKETS_CUSTOS']),
      http.get('/sac/tickets/812/custos-disponiveis', () => HttpResponse.json([cost])),
      http.get('/sac/consultas/transportadoras', () => HttpResponse.json([{ id: 3, nome: 'Rápido Sul' }])),
      http.post('/sac/tickets/812/custos', () => done('Custo incluído.')),
      http.post('/sac/tickets/custos/dispara-email/5', () => done('Cobrança enviada.')),
    );
    const user = userEvent.setup();
    renderApp('/tickets/812');
    await user.click(await screen.findByRole('button', { name: 'Incluir custo' }));
    const dialog = await screen.findByRole('dialog', { name: 'Incluir custo' });
    await user.click(within(dialog).getByRole('button', { name: 'Incluir' }));
    expect(within(dialog).getByText('Escolha o tipo do custo.')).toBeInTheDocument();
    await user.click(within(dialog).getByRole('combobox', { name: /Tipo do custo/ }));
    await user.click(await screen.findByRole('option', { name: 'Avaria no transporte' }));
    await user.type(within(dialog).getByRole('textbox', { name: /Valor/ }), '1.234,56');
    await expectNoAxeViolations(dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Incluir' }));
    expect(await screen.findByText('Custo incluído.')).toBeInTheDocument();
    const added = requests.find(({ url }) => url.endsWith('/sac/tickets/812/custos'));
    expect(await added?.json()).toEqual({
      tipo: 'AVARIA',
      valor: '1234.56',
      responsavel: 'TRANSPORTADORA',
      responsavel_id: 3,
    });
    await user.click(screen.getByRole('button', { name: /Cobrar por e-mail/ }));
    const asking = await screen.findByRole('dialog', { name: 'Cobrar por e-mail?' });
    expect(asking).toHaveTextContent('sac@rapido.example');
    await user.click(within(asking).getByRole('button', { name: 'Enviar cobrança' }));
    expect(await screen.findByText('Cobrança enviada.')).toBeInTheDocument();
  });

  it('opens the attachments in a dialog, asked for then, and gives the focus back', async () => {
    serveTicket({ totalAnexos: 2 });
    const user = userEvent.setup();
    renderApp('/tickets/812');
    const button = await screen.findByRole('button', { name: 'Anexos (2)' });
    expect(asked).not.toContain('GET /sac/tickets/812/anexos');
    await user.click(button);
    const dialog = await screen.findByRole('dialog', { name: 'Anexos do Ticket' });
    expect(await within(dialog).findAllByRole('link', { name: /avaria\.jpg/ })).toHaveLength(2);
    await expectNoAxeViolations(dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Fechar' }));
    await waitFor(() => expect(button).toHaveFocus());
  });

  it('says so where there are no products, no messages and no attachments', async () => {
    serveTicket({ totalItens: 0, totalAnexos: 0 });
    server.use(
      http.get('/sac/tickets/812/produtos', () => HttpResponse.json([])),
      http.get('/sac/tickets/812/historico', () => HttpResponse.json(pageOf([]))),
    );
    const user = userEvent.setup();
    renderApp('/tickets/812');
    expect(await screen.findByText('Nenhuma mensagem')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Sem anexos' })).toBeDisabled();
    await user.click(screen.getByRole('tab', { name: 'Produtos' }));
    expect(await screen.findByText('Nenhum produto vinculado ao ticket')).toBeInTheDocument();
  });

  it('tells of a ticket that does not exist, as of one that is not for this person', async () => {
    server.use(http.get('/sac/tickets/812', () => refusal(404, 'Não encontrado.')));
    const { container } = renderApp('/tickets/812');
    expect(await screen.findByText('Ticket não encontrado')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Voltar para os tickets' })).toHaveAttribute('href', '/tickets');
    await expectNoAxeViolations(container);
  });

  it('says of an address without a number that it leads nowhere, and asks the server for no ticket', async () => {
    renderApp('/tickets/abc');
    expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeInTheDocument();
    expect(asked.filter((call) => call.startsWith('GET /sac/tickets/'))).toEqual([]);
  });

  it('leads from the old edit address to the ticket', async () => {
    serveTicket();
    const { router } = renderApp('/tickets/812/editar');
    await screen.findByRole('heading', { name: 'Ticket 812' });
    expect(router.state.location.pathname).toBe('/tickets/812');
  });
});
