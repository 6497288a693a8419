import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CustomerHit, TicketHit } from '#contract/sac/search.ts';
import { highlightMatches, matchesTerm } from '#src/shell/commandPalette/commands.tsx';
import { HttpResponse, http, inTurn, refusal, requested, serve } from '../dataProvider/server.ts';
import { ANA, freshBrowser, renderApp, signedIn } from '../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';

// jsdom has no layout, so there is nothing to scroll.
Element.prototype.scrollIntoView = () => {};

const server = serve();
beforeEach(freshBrowser);

const ticket = (id: number, cliente = 'Mercado São João'): TicketHit => ({
  id,
  assunto: 'Caixa amassada',
  cliente,
  razSoc: 'Comercial Oliveira S.A.',
  tipo: 'Devolução',
  status: 'ABERTO',
  arquivado: false,
});
const customer: CustomerHit = {
  id: 31,
  fant: 'Mercado São João',
  razSoc: 'São João Ltda.',
  documento: '12ABC34501DE35',
};
const found = (tickets: TicketHit[] = [], clientes: CustomerHit[] = [], mais = false) =>
  HttpResponse.json({ tickets, clientes, mais });

const options = () => screen.getAllByRole('option').map((option) => option.textContent);
const current = () => screen.getByRole('option', { selected: true }).textContent;

async function openPalette(
  grants: Parameters<typeof signedIn>[0] = ['SAC_TICKETS', 'SAC_FAQ', 'CONTA'],
  who?: Parameters<typeof signedIn>[1],
) {
  server.use(...signedIn(grants, who));
  const user = userEvent.setup();
  const app = renderApp('/conta/senha');
  await screen.findByRole('heading', { name: 'Alterar senha' });
  await user.keyboard('{Control>}k{/Control}');
  return { user, ...app, field: await screen.findByRole('combobox') };
}

describe('search text', () => {
  it('is compared without accents, and its matches are marked in place', () => {
    expect(matchesTerm('Configuração de e-mails', 'CONFIGURACAO')).toBe(true);
    expect(matchesTerm('Alterar senha', 'senha alt')).toBe(true);
    expect(matchesTerm('Alterar senha', 'enha')).toBe(false);
    expect(highlightMatches('São João', 'joao sa')).toEqual([
      { text: 'Sã', marked: true },
      { text: 'o ', marked: false },
      { text: 'João', marked: true },
    ]);
    expect(highlightMatches('Ana', '')).toEqual([{ text: 'Ana', marked: false }]);
  });
});

/** Entered at once, because a busy machine may pause between keystrokes. */
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

describe('command palette', () => {
  it('shows customers before tickets for a name, so that Enter opens the customer', async () => {
    server.use(http.get('/sac/busca', () => found([ticket(812)], [customer])));
    const { user, field, router } = await openPalette(['SAC_TICKETS', 'CLIENTE', 'CONTA'], {
      ...ANA,
      id: 8,
      tipo: 'VENDEDOR',
    });
    type(field, 'são joão');
    await screen.findByRole('group', { name: 'Tickets' });
    expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
      'Clientes',
      'Tickets',
    ]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/clientes/31'));
  });

  it('opens by shortcut, lists screens and actions, and works by keyboard alone', async () => {
    const { user, field, router } = await openPalette();
    expect(field).toHaveFocus();
    expect(options().slice(0, 2)).toEqual([
      expect.stringContaining('Tickets'),
      expect.stringContaining('FAQ'),
    ]);
    expect(options()).not.toContainEqual(expect.stringContaining('Coletas'));
    const dialog = screen.getByRole('dialog', { name: 'Buscar e ir' });
    await expectNoAxeViolations(dialog);
    await user.keyboard('{ArrowUp}');
    expect(current()).toBe('Sair');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(current()).toContain('FAQ');
    const active = field.getAttribute('aria-activedescendant');
    expect(document.getElementById(active ?? '')).toHaveTextContent('FAQ');
    server.use(
      http.get('/sac/faq/artigos-paginados', () => HttpResponse.json({ itens: [], paginator: {} })),
      http.get('/sac/faq/tipos', () => HttpResponse.json([])),
    );
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/faq'));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  it('puts screens that begin with what was typed first', async () => {
    server.use(http.get('/sac/busca', () => found([], [])));
    const { field } = await openPalette();
    // 'Ver os atalhos do teclado' is listed before, and has the word inside.
    type(field, 't');
    await waitFor(() => expect(options()).toContainEqual(expect.stringContaining('Ver os atalhos')));
    const begins = options().map((text) => /^T/.test(text ?? ''));
    expect(begins).toContain(false);
    expect(begins[0]).toBe(true);
  });

  it('opens a dashboard of the person by its title', async () => {
    const dashboard = { id: 'gestao', titulo: 'Gestão do SAC', descricao: '', inicial: false, menu: false };
    server.use(
      http.get('/config/paineis', () => HttpResponse.json([dashboard])),
      http.get('/config/paineis/gestao', () => refusal(404, 'Não há.')),
      http.get('/sac/busca', () => found()),
    );
    const { user, field, router } = await openPalette(['SAC_TICKETS', 'SAC_RELATORIO', 'CONTA']);
    await screen.findByRole('option', { name: 'Painel: Gestão do SAC' });
    type(field, 'gestao');
    await waitFor(() => expect(current()).toBe('Painel: Gestão do SAC'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/paineis/gestao'));
  });

  it('does not ask for dashboards for whoever sees none', async () => {
    await openPalette();
    expect(requested.filter((each) => each.includes('/config/paineis'))).toEqual([]);
  });

  it('finds tickets and customers, marks the match, and remembers visited results', async () => {
    server.use(http.get('/sac/busca', () => found([ticket(812)], [customer])));
    const { user, field, router } = await openPalette();
    await user.type(field, 'joao');
    await screen.findByText('2 resultados');
    expect(options()).toEqual([
      expect.stringContaining('12.ABC.345/01DE-35'),
      expect.stringContaining('812 · Mercado São João'),
    ]);
    expect(within(screen.getByRole('group', { name: 'Clientes' })).getAllByText('João')).not.toHaveLength(0);
    expect(current()).toContain('Ver tickets');
    server.use(http.get('/sac/*', () => refusal(409, 'Agora não')));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'));
    expect(decodeURIComponent(router.state.location.search)).toContain('{"idCli":"31"}');
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    const recent = within(await screen.findByRole('group', { name: 'Recentes' }));
    expect(recent.getAllByRole('option')[0]).toHaveTextContent('Mercado São João');
    expect(JSON.stringify(localStorage)).not.toContain('Mercado');
  });

  it('says that more was found than it lists', async () => {
    server.use(http.get('/sac/busca', () => found([ticket(812), ticket(813)], [], true)));
    const { field } = await openPalette();
    type(field, 'joao');
    expect(await screen.findByText('Mais de 2 resultados')).toBeInTheDocument();
  });

  it('shows the legal name when only it explains why a ticket was found', async () => {
    server.use(http.get('/sac/busca', () => found([ticket(812)])));
    const { user, field } = await openPalette();
    await user.type(field, 'oliveira');
    expect(await screen.findByText('Oliveira')).toBeInTheDocument();
    await user.clear(field);
    await user.type(field, 'caixa');
    await screen.findByText('Caixa');
    expect(options()[0]).not.toContain('Oliveira');
  });

  it('waits for a pause, and never shows the answer to an older text', async () => {
    let release = () => {};
    const late = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.use(
      http.get('/sac/busca', async ({ request }) => {
        const q = new URL(request.url).searchParams.get('q');
        if (q === '81') await late;
        return found([ticket(Number(q))]);
      }),
    );
    const { user, field } = await openPalette();
    type(field, '81');
    await waitFor(() => expect(requested.filter((call) => call.includes('/busca'))).toHaveLength(1));
    await user.type(field, '2');
    expect(await screen.findByText(/^812/)).toBeInTheDocument();
    release();
    await waitFor(() => expect(options()).toEqual([expect.stringContaining('812')]));
  });

  it('says when nothing was found, and retries after a failure', async () => {
    server.use(
      http.get(
        '/sac/busca',
        inTurn(
          () => refusal(409, 'Agora não'),
          () => found(),
        ),
      ),
    );
    const { user, field } = await openPalette();
    type(field, 'zzz');
    expect(await screen.findByText(/não vieram. Agora não/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByText(/Nada encontrado para “zzz”/)).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(field).not.toBeInTheDocument());
  });

  it('runs actions, such as the list of shortcuts', async () => {
    const { user, field } = await openPalette();
    await user.type(field, 'atalhos{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Atalhos do teclado' })).toHaveTextContent('CtrlK');
  });

  it('finds quotes and customers for people without access to tickets', async () => {
    server.use(
      http.get('/sac/busca', () =>
        HttpResponse.json({
          tickets: [],
          clientes: [customer],
          pedidos: [{ id: 31, tipo: 'ORCAMENTO', cliente: 'Mercado São João', st: 'ATIVO', vlTot: '10' }],
        }),
      ),
    );
    const { user, field } = await openPalette(['ORCAMENTO', 'CLIENTE', 'CONTA']);
    await user.type(field, '31');
    await screen.findByText('2 resultados');
    // A short number is sooner that of a quote than of a customer.
    expect(options()).toEqual([
      expect.stringContaining('Orçamento 31'),
      expect.stringContaining('Abrir cliente'),
    ]);
  });

  it('stays closed over another dialog, and sends no search without permission', async () => {
    const { user, field } = await openPalette(['CONTA']);
    await user.type(field, 'senha');
    expect(options()).toEqual([expect.stringContaining('Alterar senha')]);
    expect(await screen.findByText('1 resultado')).toBeInTheDocument();
    expect(requested.filter((call) => call.includes('/busca'))).toEqual([]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(field).not.toBeInTheDocument());
    fireEvent.keyDown(document.body, { key: '?' });
    await screen.findByRole('dialog', { name: 'Atalhos do teclado' });
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  });
});
