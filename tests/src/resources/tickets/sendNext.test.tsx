import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http, requests } from '../../dataProvider/server.ts';
import { renderApp, signedIn } from '../renderApp.tsx';
import { composer, conversationPage, OWN, sent, textField, write } from './conversationPage.ts';
import { message, pageOf, ticket } from './fixtures.ts';
import { way } from './movedTicket.ts';

const { server, stored, serveTicket, acceptsMessage } = conversationPage();

/** The list from which the person opened ticket 812. */
const cameFrom = (ids: number[]) =>
  sessionStorage.setItem(
    'TICKETS.caminho',
    JSON.stringify({
      query: {},
      ids,
      paginator: { total: ids.length, current_page: 1, last_page: 1, per_page: 25 },
    }),
  );
const served = () => {
  serveTicket();
  server.use(
    http.get('/sac/tickets/811', () => HttpResponse.json({ data: ticket(811) })),
    http.get('/sac/tickets/811/historico', () => HttpResponse.json(pageOf([message(7)]))),
    http.get('/sac/tickets/811/:part', () => HttpResponse.json([])),
  );
};
const advances = async () =>
  Promise.all(
    requests
      .filter(({ method, url }) => method === 'POST' && url.endsWith('/avancar-etapa'))
      .map((request) => request.clone().json()),
  );
const press = async () =>
  fireEvent.keyDown(await textField(), { key: 'Enter', ctrlKey: true, shiftKey: true });

describe("'Enviar e avançar'", () => {
  it('sends, and opens the next ticket of the list with the text field ready', async () => {
    cameFrom([812, 811]);
    served();
    server.use(acceptsMessage());
    const { router } = renderApp('/tickets/812');
    await write('Pronto');
    await press();
    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets/811'));
    expect((await sent()).map(({ body }) => body)).toEqual([{ tipo: 'PUBLICO', mensagem: '<p>Pronto</p>' }]);
    await waitFor(async () => expect(await textField()).toHaveFocus());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    // Whoever loads the page again or returns to it comes to read.
    expect(router.state.location.state).toBeNull();
  });

  it('leads from the last ticket back to the list, and says so', async () => {
    cameFrom([811, 812]);
    served();
    server.use(
      acceptsMessage(),
      http.get('/sac/tickets/totais', () => HttpResponse.json([])),
      http.get('/sac/tickets', () => HttpResponse.json(pageOf([]))),
    );
    const user = userEvent.setup();
    const { router } = renderApp('/tickets/812');
    await write('Pronto');
    await user.click(within(await composer()).getByRole('button', { name: 'Enviar e avançar' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'));
    expect(
      await screen.findByText('Mensagem enviada. Este era o último ticket da lista.'),
    ).toBeInTheDocument();
  });

  it('stays with everything typed when the message is refused', async () => {
    cameFrom([812, 811]);
    served();
    server.use(
      http.post('/sac/tickets/812/historico', () =>
        HttpResponse.json({ error: 'O ticket está encerrado.', code: 'ENCERRADO' }, { status: 422 }),
      ),
    );
    const { router } = renderApp('/tickets/812');
    await write('Pronto');
    await press();
    expect(await screen.findByText(/O ticket está encerrado/)).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/tickets/812');
    expect(await textField()).toHaveTextContent('Pronto');
    await waitFor(() => expect(stored.draft?.conteudo).toMatchObject({ html: '<p>Pronto</p>' }));
  });

  it('passes the step after the message, and stays where that is refused', async () => {
    cameFrom([812, 811]);
    served();
    const acoes = { ...ticket(812).acoes, avancar: true };
    serveTicket({ acoes, transicoes: [way({})] });
    let refuse = true;
    server.use(
      acceptsMessage(),
      http.post('/sac/tickets/812/avancar-etapa', () =>
        refuse
          ? HttpResponse.json({ error: 'Falta a análise.', code: 'FALTA' }, { status: 422 })
          : HttpResponse.json({
              data: {
                id: 812,
                message: 'Ticket enviado para Coleta.',
                versao: 3,
                status: 'EM_ATENDIMENTO',
                etapaAtual: { chave: 'COLETA', descricao: 'Coleta' },
                arquivado: false,
              },
            }),
      ),
    );
    const user = userEvent.setup();
    const { router } = renderApp('/tickets/812');
    await write('Pronto');
    const passes = screen.getByRole('checkbox', { name: 'Passar para Coleta' });
    await user.click(passes);
    await press();
    expect(await screen.findByText(/A mensagem foi enviada, mas o ticket continua em/)).toHaveTextContent(
      /Falta a análise/,
    );
    expect(router.state.location.pathname).toBe('/tickets/812');
    expect(passes).toBeChecked();
    refuse = false;
    await write('De novo');
    await press();
    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets/811'));
    // Against the version that the message left.
    expect(await advances()).toEqual([{ versao: 2 }, { versao: 2 }]);
  });

  it('does not say where the ticket is when nothing is known of its step', async () => {
    cameFrom([812, 811]);
    served();
    serveTicket({ acoes: { ...ticket(812).acoes, avancar: true }, transicoes: [way({})] });
    server.use(
      acceptsMessage(),
      http.post('/sac/tickets/812/avancar-etapa', () => HttpResponse.error()),
    );
    const { router } = renderApp('/tickets/812');
    await write('Pronto');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Passar para Coleta' }));
    await press();
    expect(await screen.findByText(/A mensagem foi enviada, mas/)).toHaveTextContent(
      'não se sabe se o ticket passou para Coleta. Falha na comunicação com o servidor!',
    );
    expect(router.state.location.pathname).toBe('/tickets/812');
  });

  it('is not offered outside a list', async () => {
    served();
    renderApp('/tickets/812');
    await textField();
    expect(screen.queryByRole('button', { name: 'Enviar e avançar' })).not.toBeInTheDocument();
  });

  it('is not offered to whoever writes only publicly', async () => {
    cameFrom([812, 811]);
    served();
    server.use(...signedIn(OWN));
    renderApp('/tickets/812');
    await textField();
    expect(screen.queryByRole('button', { name: 'Enviar e avançar' })).not.toBeInTheDocument();
  });
});
