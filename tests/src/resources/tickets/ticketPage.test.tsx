import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Ticket } from '#contract/sac/tickets.ts';
import { HttpResponse, http, refusal, requested, requests } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { renderApp, signedIn, windowOf } from '../renderApp.tsx';
import { attachment, item, message, pageOf, ticket, timelineEntry } from './fixtures.ts';
import { GRANTS, servedTickets } from './servedTickets.ts';

const server = servedTickets();

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

  it('shows status, step, flow, customer, reasons and a late due date', async () => {
    serveTicket();
    const { container } = renderApp('/tickets/812');
    expect(await screen.findByRole('heading', { name: /^Ticket 812 /, level: 1 })).toBeInTheDocument();
    const rail = screen.getByRole('complementary', { name: 'Dados do ticket' });
    expect(
      within(rail).getByText('Análise da devolução', { selector: 'li *' }).closest('li'),
    ).toHaveAttribute('aria-current', 'step');
    expect(rail).toHaveTextContent('12.ABC.345/01DE-35');
    expect(rail).toHaveTextContent(/Motivo[^›]+ › Defeito de fabricação/);
    expect(rail).toHaveTextContent(/Atrasado · /);
    expect(rail).toHaveTextContent('Ninguém assumiu');
    await screen.findByText('Mensagem 1');
    await expectNoAxeViolations(container);
  });

  it('changes the priority of an open ticket, which nobody outside the company sees', async () => {
    server.use(...signedIn([...GRANTS, 'TICKETS_RESPONDER_INTERNO']));
    serveTicket();
    server.use(
      http.get('/sac/tickets/812/setores', () => HttpResponse.json([])),
      http.post('/sac/tickets/812/prioridade', () =>
        HttpResponse.json({ data: { id: 812, message: 'Prioridade alterada.', versao: 4 } }),
      ),
    );
    const user = userEvent.setup();
    const { unmount } = renderApp('/tickets/812');
    await user.click(await screen.findByRole('button', { name: 'Mudar a prioridade' }));
    const dialog = await screen.findByRole('dialog', { name: 'Prioridade do ticket 812' });
    await user.click(within(dialog).getByRole('combobox', { name: /Prioridade/ }));
    await user.click(await screen.findByRole('option', { name: 'Urgente' }));
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    await screen.findByText('Prioridade alterada.');
    const sent = requests.find(({ url }) => url.endsWith('/sac/tickets/812/prioridade'));
    expect(await sent?.json()).toMatchObject({ prioridade: 'URGENTE' });
    unmount();
    serveTicket({ prioridade: null });
    renderApp('/tickets/812');
    const rail = await screen.findByRole('complementary', { name: 'Dados do ticket' });
    expect(rail).not.toHaveTextContent('Prioridade');
  });

  it('changes the due time beside the step, except while it is paused', async () => {
    server.use(...signedIn([...GRANTS, 'TICKETS_RESPONDER_INTERNO']));
    server.use(http.get('/sac/tickets/812/setores', () => HttpResponse.json([])));
    serveTicket({ prazo: null, prazoPausado: true });
    const { unmount } = renderApp('/tickets/812');
    await screen.findByText(/Prazo pausado/);
    expect(screen.queryByRole('button', { name: 'Mudar o prazo' })).toBeNull();
    unmount();
    serveTicket({ prazo: '2026-11-24T12:30:00.000Z' });
    const { unmount: leave } = renderApp('/tickets/812');
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Mudar o prazo' }));
    expect(await screen.findByRole('dialog', { name: 'Prazo do ticket 812' })).toBeInTheDocument();
    leave();
    // A step without a limit has no clock that could be paused. The button is loaded by now, and would be there at once.
    serveTicket({ prazo: null, prazoPausado: false, status: 'AGUARDANDO_CLIENTE' });
    renderApp('/tickets/812');
    await screen.findByText(/Sem prazo nesta etapa/);
    expect(screen.queryByRole('button', { name: 'Mudar o prazo' })).toBeNull();
  });

  it('shows the amounts of invoices in cents, however many decimals prices have', async () => {
    serveTicket({
      notas: [{ chave: '1', numNf: 780, dtSai: '2026-11-20', vlTot: '100' }],
      notaDevolucao: {
        chave: '2',
        total: '20',
        totalEspelho: '20.5',
        liberadaPor: null,
        motivoLiberacao: '',
      },
    });
    renderApp('/tickets/812');
    const rail = await screen.findByRole('complementary', { name: 'Dados do ticket' });
    expect(rail).toHaveTextContent(/Nota 780R\$\s100,00 ·/);
    expect(rail).toHaveTextContent(/ValorR\$\s20,00EspelhoR\$\s20,50/);
  });

  it('paginates messages, labels private ones, and runs no scripts in them', async () => {
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
    expect(requested).toContain('GET /sac/tickets/812/historico?page=2');
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

  it('shows five activities, and all on demand', async () => {
    serveTicket();
    const user = userEvent.setup();
    renderApp('/tickets/812');
    expect(await screen.findByText('Fato 5')).toBeInTheDocument();
    expect(screen.queryByText('Fato 6')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Exibir todas as atividades' }));
    expect(await screen.findByText('Fato 8')).toBeInTheDocument();
  });

  it('shows status and button first on a phone, and the details in their own tab', async () => {
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

  it('shows only steps that will or can come from here, and why a clock is paused', async () => {
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

  it('shows costs with permission: adds one, and asks before e-mailing the payer', async () => {
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
    expect(await within(dialog).findByText('Escolha o tipo do custo.')).toBeInTheDocument();
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

  it('loads attachments when their dialog opens, and returns the focus', async () => {
    serveTicket({ totalAnexos: 2 });
    const user = userEvent.setup();
    renderApp('/tickets/812');
    const button = await screen.findByRole('button', { name: 'Anexos (2)' });
    expect(requested).not.toContain('GET /sac/tickets/812/anexos');
    await user.click(button);
    const dialog = await screen.findByRole('dialog', { name: 'Anexos do Ticket' });
    expect(await within(dialog).findAllByRole('link', { name: /avaria\.jpg/ })).toHaveLength(2);
    await expectNoAxeViolations(dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Fechar' }));
    await waitFor(() => expect(button).toHaveFocus());
  });

  it('says when there are no products, no messages or no attachments', async () => {
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

  it('shows the same not-found text for a ticket out of scope as for an unknown one', async () => {
    server.use(http.get('/sac/tickets/812', () => refusal(404, 'Não encontrado.')));
    const { container } = renderApp('/tickets/812');
    expect(await screen.findByText('Ticket não encontrado')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Voltar para os tickets' })).toHaveAttribute('href', '/tickets');
    await expectNoAxeViolations(container);
  });

  it('shows the not-found page without a numeric id, and requests no ticket', async () => {
    renderApp('/tickets/abc');
    expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeInTheDocument();
    expect(requested.filter((call) => call.startsWith('GET /sac/tickets/'))).toEqual([]);
  });

  it('redirects from the old edit URL to the ticket', async () => {
    serveTicket();
    const { router } = renderApp('/tickets/812/editar');
    await screen.findByRole('heading', { name: /^Ticket 812 / });
    expect(router.state.location.pathname).toBe('/tickets/812');
  });
});
