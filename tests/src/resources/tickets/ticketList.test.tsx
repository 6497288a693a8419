import { describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  HttpResponse,
  http,
  inTurn,
  person,
  refusal,
  requested,
  requests,
} from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { renderApp, signedIn } from '../renderApp.tsx';
import { pageOf, ticketRow } from './fixtures.ts';
import { servedTickets } from './servedTickets.ts';

const server = servedTickets();

const table = () => screen.findByRole('table', { name: /^(Tickets|Solicitações)$/ });
const lists = () => requested.filter((call) => call.startsWith('GET /sac/tickets?'));
const lastQuery = () => {
  const url = requests.findLast(({ url }) => new URL(url).pathname === '/sac/tickets')?.url ?? '';
  return Object.fromEntries(new URL(url).searchParams);
};

describe('ticket list', () => {
  it('shows customer, badges, status and dates, newest first', async () => {
    const { container } = renderApp('/tickets');
    const row = (await within(await table()).findByText('812')).closest('tr') as HTMLElement;
    expect(row).toHaveTextContent('230 - Mercado Lua');
    expect(row).toHaveTextContent('Lua Comércio de Alimentos Ltda.');
    expect(row).toHaveTextContent('Inadimplente');
    expect(row).toHaveTextContent('Aberto');
    expect(row).toHaveTextContent('Atrasado: ');
    expect(row).toHaveTextContent('há 3 dias');
    expect(lists()[0]).toBe('GET /sac/tickets?page=1&take=25&orderBy=dtCriacao&direction=DESC');
    expect(screen.getByText('60 tickets')).toBeInTheDocument();
    await expectNoAxeViolations(container);
  });

  it('counts each status, large ones as 10.000+, and filters by its tab', async () => {
    const user = userEvent.setup();
    const { router } = renderApp('/tickets');
    expect(await screen.findByRole('tab', { name: 'Finalizado 10.000+' })).toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'Aberto 2' }));
    await waitFor(() => expect(lastQuery()).toMatchObject({ 'status[]': 'ABERTO', page: '1' }));
    expect(decodeURIComponent(router.state.location.search)).toContain('"status":["ABERTO"]');
    expect(screen.getByRole('tab', { name: 'Aberto 2' })).toHaveAttribute('aria-selected', 'true');
    expect(await screen.findByText(/Situação: Aberto/)).toBeInTheDocument();
  });

  it('reads filters from the URL, and remembers them for the next visit', async () => {
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
    requested.length = 0;
    requests.length = 0;
    renderApp('/tickets');
    await waitFor(() => expect(lastQuery()).toMatchObject({ termo: 'nf 50268', orderBy: 'prazo' }));
  });

  it('sorts dates newest first and others ascending, and reverses on the second click', async () => {
    const user = userEvent.setup();
    renderApp('/tickets');
    const header = async (name: string) => within(await table()).findByRole('button', { name });
    await user.click(await header('Situação'));
    await waitFor(() => expect(lastQuery()).toMatchObject({ orderBy: 'status', direction: 'ASC' }));
    await user.click(await header('Situação'));
    await waitFor(() => expect(lastQuery()).toMatchObject({ orderBy: 'status', direction: 'DESC' }));
    await user.click(await header('Criado em'));
    // Answered a moment ago, so it is shown from the cache at once.
    await waitFor(async () =>
      expect(within(await table()).getByRole('columnheader', { name: 'Criado em' })).toHaveAttribute(
        'aria-sort',
        'descending',
      ),
    );
  });

  it('removes an unknown filter from the URL, says so, and stores it nowhere', async () => {
    const filter = encodeURIComponent(JSON.stringify({ inventado: 'x1y2', termo: 'lua' }));
    const { router } = renderApp(`/tickets?filter=${filter}`);
    await screen.findByText('O filtro "inventado" do endereço não existe nesta lista e foi tirado.');
    await waitFor(() => expect(decodeURIComponent(router.state.location.search)).not.toContain('inventado'));
    expect(decodeURIComponent(router.state.location.search)).toContain('lua');
    await waitFor(() => expect(lastQuery()).toMatchObject({ termo: 'lua' }));
    expect(lastQuery()).not.toHaveProperty('inventado');
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('x1y2');
  });

  it('removes a filter whose value is refused, with what the server says of it', async () => {
    const reason = 'Estes filtros avançados não foram reconhecidos. Monte-os de novo.';
    server.use(
      http.get('*/sac/tickets', ({ request }) =>
        new URL(request.url).searchParams.has('condicao')
          ? refusal(422, reason, { errors: { condicao: reason } })
          : HttpResponse.json(pageOf([ticketRow(812)], 1)),
      ),
    );
    const filter = encodeURIComponent(JSON.stringify({ condicao: '{"faz":1}' }));
    const { router } = renderApp(`/tickets?filter=${filter}`);
    await screen.findByText(`Filtros avançados: ${reason} O filtro foi tirado.`);
    await within(await table()).findByText('812');
    expect(router.state.location.search).not.toContain('condicao');
  });

  it('opens a row once, so that going back once returns to the list', async () => {
    const user = userEvent.setup();
    server.use(http.get('/sac/tickets/812*', () => refusal(404, 'Não encontrado')));
    const { router } = renderApp('/tickets');
    await user.click(await within(await table()).findByText('812'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets/812'));
    await act(() => router.navigate(-1));
    expect(router.state.location.pathname).toBe('/tickets');
  });

  it('searches after a pause, from the first page', async () => {
    renderApp('/tickets');
    await within(await table()).findByText('812');
    // The changes follow each other directly, because a busy machine would pause between keystrokes.
    for (const value of ['l', 'lu', 'lua'])
      fireEvent.change(screen.getByRole('searchbox', { name: 'Buscar tickets' }), { target: { value } });
    await waitFor(() => expect(lastQuery()).toMatchObject({ termo: 'lua', page: '1' }));
    expect(lists().some((call) => /termo=lu?(&|$)/.test(call))).toBe(false);
  });

  it('keeps the word that is typed and the tab that is pressed at the same moment', async () => {
    const { unmount } = renderApp('/tickets');
    const tab = () => screen.findByRole('tab', { name: 'Aberto 2' });
    const search = () => screen.getByRole('searchbox', { name: 'Buscar tickets' });
    const both = { termo: 'lua', 'status[]': 'ABERTO' };
    await tab();
    // Leaving the field reports the word, and the tab is pressed before the list has heard of it.
    fireEvent.change(search(), { target: { value: 'lua' } });
    const pressed = await tab();
    fireEvent.blur(search());
    fireEvent.click(pressed);
    await waitFor(() => expect(lastQuery()).toMatchObject(both));
    unmount();
    localStorage.clear();
    server.use(...signedIn(['SAC_HOME', 'SAC_TICKETS']));
    renderApp('/tickets');
    const other = await tab();
    // The word is reported after its pause, when the tab is shown already.
    fireEvent.change(search(), { target: { value: 'lua' } });
    fireEvent.click(other);
    await waitFor(() => expect(lastQuery()).toMatchObject({ 'status[]': 'ABERTO' }));
    await waitFor(() => expect(lastQuery()).toMatchObject(both));
    expect(await tab()).toHaveAttribute('aria-selected', 'true');
  });

  it('goes back to the tab that is shown still when another one was pressed before it', async () => {
    renderApp('/tickets');
    const all = await screen.findByRole('tab', { name: /^Todos/ });
    const open = await screen.findByRole('tab', { name: 'Aberto 2' });
    const search = screen.getByRole('searchbox', { name: 'Buscar tickets' });
    await waitFor(() => expect(lastQuery()).toMatchObject({ page: '1' }));
    expect(all).toHaveAttribute('aria-selected', 'true');
    fireEvent.change(search, { target: { value: 'lua' } });
    // One drawing: nothing is shown anew before the last of them.
    act(() => {
      fireEvent.click(open);
      fireEvent.click(all);
      fireEvent.blur(search);
    });
    await waitFor(() => expect(lastQuery()).toMatchObject({ termo: 'lua' }));
    expect(lastQuery()).not.toHaveProperty('status[]');
    expect(all).toHaveAttribute('aria-selected', 'true');
    act(() => {
      fireEvent.click(open);
      fireEvent.click(all);
      fireEvent.click(open);
    });
    await waitFor(() => expect(lastQuery()).toMatchObject({ termo: 'lua', 'status[]': 'ABERTO' }));
    act(() => {
      fireEvent.click(all);
      fireEvent.click(open);
    });
    expect(open).toHaveAttribute('aria-selected', 'true');
  });

  it('says that words stand in more places than are read, and that every total is larger', async () => {
    const page = pageOf([ticketRow(812)]);
    server.use(
      http.get('*/sac/tickets', () =>
        HttpResponse.json({ ...page, paginator: { ...page.paginator, total: 60, mais: true } }),
      ),
      http.get('*/sac/tickets/totais', () =>
        HttpResponse.json([{ status: 'ABERTO', descricao: 'Aberto', total: 60, mais: true }]),
      ),
    );
    const filter = encodeURIComponent(JSON.stringify({ termo: 'caixa' }));
    const { container } = renderApp(`/tickets?filter=${filter}`);
    expect(await screen.findByText(/Estas palavras estão em mais mensagens e produtos/)).toBeVisible();
    expect(screen.getByText('60+ tickets')).toBeInTheDocument();
    expect(await screen.findByRole('tab', { name: 'Aberto 60+' })).toBeInTheDocument();
    expect(screen.getByRole('tab', { name: 'Todos 60+' })).toBeInTheDocument();
    await expectNoAxeViolations(container);
  });

  it('goes to the next page, and keeps the current rows until it is loaded', async () => {
    const user = userEvent.setup();
    renderApp('/tickets');
    await within(await table()).findByText('812');
    await user.click(screen.getByRole('button', { name: /Próxima/ }));
    await waitFor(() => expect(lastQuery()).toMatchObject({ page: '2' }));
    expect(within(await table()).getByText('812')).toBeInTheDocument();
  });

  it('hides and shows columns, and remembers the choice', async () => {
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

  it('says whether it is empty because of filters, which can be cleared, or altogether', async () => {
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

  it('shows a failure with its request id, and retries', async () => {
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

  it('says what the profile does not open, and requests no tickets', async () => {
    server.use(...signedIn(['SAC_HOME']));
    renderApp('/tickets');
    expect(await screen.findByText(/^Seu perfil não dá acesso a /)).toBeInTheDocument();
    expect(lists()).toEqual([]);
  });

  it('does not restore an unknown filter of the URL on the next visit', async () => {
    const filter = encodeURIComponent(JSON.stringify({ termo: 'nf', inventado: '1' }));
    const first = renderApp(`/tickets?filter=${filter}`);
    expect(await screen.findByText(/filtro "inventado" do endereço não existe/)).toBeInTheDocument();
    await waitFor(() => expect(first.router.state.location.search).not.toContain('inventado'));
    expect(await screen.findByRole('searchbox', { name: 'Buscar tickets' })).toHaveValue('nf');
    expect(lists().filter((call) => call.includes('inventado'))).toEqual([]);
    first.unmount();
    renderApp('/tickets');
    await within(await table()).findByText('812');
    expect(lists().filter((call) => call.includes('inventado'))).toEqual([]);
  });

  it('offers a consumer no filters and no columns for staff', async () => {
    server.use(...signedIn(['SAC_TICKETS'], { ...person(9), tipo: 'CONSUMIDOR_FINAL' }));
    const user = userEvent.setup();
    renderApp('/tickets');
    await within(await table()).findByText('812');
    expect(screen.getByRole('tab', { name: /^Todas\b/ })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Adicionar filtro' }));
    const offered = (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent);
    expect(offered).toEqual(['Situação', 'Tipo', 'Criado em', 'Solicitações arquivadas']);
    await user.keyboard('{Escape}');
    expect(within(await table()).queryByText('BD')).not.toBeInTheDocument();
    // The only lookup is that of the extra fields, for which the server returns just the public ones.
    expect(requested.filter((call) => /consultas.(?!cadastro-campos)/.test(call))).toEqual([]);
  });
});
