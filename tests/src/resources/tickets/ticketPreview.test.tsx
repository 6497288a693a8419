import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn } from '../renderApp.tsx';
import { message, pageOf, ticket, ticketRow } from './fixtures.ts';

const server = serve();

beforeEach(() => {
  freshBrowser();
  server.use(
    ...signedIn(['SAC_HOME', 'SAC_TICKETS', 'TICKETS_LOTE']),
    http.get('/sac/tickets/tipos', () => HttpResponse.json([])),
    http.get('/sac/consultas/:lista', () => HttpResponse.json([])),
    http.get('/sac/tickets/totais', () => HttpResponse.json([])),
    http.get('/sac/tickets/lote', () => HttpResponse.json([])),
    http.get('/sac/tickets', () => HttpResponse.json(pageOf([ticketRow(812), ticketRow(811)], 60))),
  );
});

const table = () => screen.findByRole('table', { name: 'Tickets' });
const rows = async () => within(await table()).findByText('812');

describe('preview of a ticket', () => {
  const oneTicket = http.get(/\/sac\/tickets\/\d+$/, ({ request }) =>
    HttpResponse.json({ data: ticket(Number(request.url.split('/').at(-1))) }),
  );

  it('opens beside the list with Space, and moves on with the keys', async () => {
    server.use(
      oneTicket,
      http.get('/sac/tickets/:id/historico', () => HttpResponse.json(pageOf([message(1)]))),
    );
    const user = userEvent.setup();
    renderApp('/tickets');
    await rows();
    const links = within(await table()).getAllByRole('link');
    act(() => links[0]?.focus());
    await user.keyboard(' ');
    const preview = await screen.findByRole('complementary', { name: 'Prévia do ticket 812' });
    expect(await within(preview).findByText('Mensagem 1')).toBeInTheDocument();
    expect(document.activeElement).toBe(links[0]);
    await user.keyboard('j');
    expect(await screen.findByRole('complementary', { name: 'Prévia do ticket 811' })).toBeInTheDocument();
    await user.keyboard('x');
    expect(screen.getByRole('checkbox', { name: 'Selecionar ticket 811' })).toBeChecked();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('complementary', { name: /Prévia/ })).not.toBeInTheDocument();
  });

  it('continues across pages from ticket to ticket; going back once returns to the list', async () => {
    server.use(
      oneTicket,
      http.get('/sac/tickets/:id/historico', () => HttpResponse.json(pageOf([]))),
      http.get('/sac/tickets/:id/:parte', () => HttpResponse.json([])),
      http.get('/sac/tickets', ({ request }) => {
        const cursor = new URL(request.url).searchParams.get('cursor');
        const page = pageOf([ticketRow(cursor ? 810 : 812)], 2, cursor ? 2 : 1, 1);
        return HttpResponse.json({
          ...page,
          paginator: { ...page.paginator, ...(cursor ? { anterior: 'a' } : { proximo: 'p' }) },
        });
      }),
    );
    const user = userEvent.setup();
    const { router } = renderApp('/tickets');
    await user.click(await rows());
    const walk = await screen.findByRole('navigation', { name: 'Tickets da lista' });
    expect(walk).toHaveTextContent('1 de 2');
    expect(within(walk).getByRole('button', { name: 'Ticket anterior' })).toBeDisabled();
    await user.click(within(walk).getByRole('button', { name: 'Próximo ticket' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets/810'));
    expect(await screen.findByText('2 de 2')).toBeInTheDocument();
    await act(() => router.navigate(-1));
    expect(router.state.location.pathname).toBe('/tickets');
  });

  it('stays where the page before has no tickets any more', async () => {
    sessionStorage.setItem(
      'TICKETS.caminho',
      JSON.stringify({
        query: {},
        ids: [812],
        paginator: { total: 2, current_page: 2, last_page: 2, per_page: 1, anterior: 'a' },
      }),
    );
    server.use(
      oneTicket,
      http.get('/sac/tickets/:id/historico', () => HttpResponse.json(pageOf([]))),
      http.get('/sac/tickets/:id/:parte', () => HttpResponse.json([])),
      http.get('/sac/tickets', () => HttpResponse.json(pageOf([], 1))),
    );
    const user = userEvent.setup();
    const { router } = renderApp('/tickets/812');
    await user.click(await screen.findByRole('button', { name: 'Ticket anterior' }));
    expect(await screen.findByText('Não há mais tickets da lista antes deste.')).toBeInTheDocument();
    expect(screen.queryByText(/último ticket/)).not.toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/tickets/812');
  });
});
