import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http, refusal, requested, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from '../../resources/renderApp.tsx';
import { pageOf, ticketRow } from '../../resources/tickets/fixtures.ts';

const server = serve();

const TOTAL = 1_250;

/** Tickets 1 to 1250, as pages of what is requested. */
function serveTickets(page: (number: number, take: number) => Response = rowsOf) {
  server.use(
    ...signedIn(['SAC_TICKETS']),
    http.get('/sac/tickets/tipos', () => HttpResponse.json([])),
    http.get('/sac/consultas/:lista', () => HttpResponse.json([])),
    http.get('/sac/tickets/totais', () => HttpResponse.json([])),
    http.put('/config/preferencias', () => HttpResponse.json({ data: { message: '' } })),
    http.get('/sac/tickets', ({ request }) => {
      const { searchParams } = new URL(request.url);
      return page(Number(searchParams.get('page') ?? 1), Number(searchParams.get('take') ?? 25));
    }),
  );
}

const rowsOf = (number: number, take: number): Response => {
  const ids = Array.from({ length: take }, (_, at) => (number - 1) * take + at + 1).filter(
    (id) => id <= TOTAL,
  );
  return HttpResponse.json(
    pageOf(
      ids.map((id) => ticketRow(id)),
      TOTAL,
      number,
      take,
    ),
  );
};

/** The pages that were requested, in order, of a hundred rows each. */
const pagesAsked = () =>
  requested
    .filter((line) => line.startsWith('GET /sac/tickets?'))
    .map((line) => new URL(line.slice(4), 'http://x').searchParams)
    .filter((query) => query.get('take') === '100')
    .map((query) => Number(query.get('page')));

/** Down to which page somebody scrolls. A test has no layout of its own: the rows of that page reach far below the window. */
let scrolledTo = 1;
const pagesShown = () => {
  const said = screen
    .queryAllByRole('status')
    .map(({ textContent }) => /–([\d.]+) de/.exec(textContent ?? '')?.[1]);
  return Number(said.find(Boolean)?.replaceAll('.', '') ?? 0) / 100;
};
const pixelsBelow = () => (pagesShown() < scrolledTo ? 900 : 5_000);
const scrollTo = async (page: number) => {
  scrolledTo = page;
  await act(async () => void fireEvent.scroll(document));
};

const statusOf = (text: RegExp) => screen.findByText(text, { selector: '[role=status]' });

beforeEach(() => {
  freshBrowser();
  windowOf(1280);
  scrolledTo = 1;
  Object.defineProperty(document.documentElement, 'scrollHeight', {
    configurable: true,
    get: () => pixelsBelow() + document.documentElement.clientHeight,
  });
});

async function choose(option: string) {
  // It is offered once the rows are there.
  await screen.findByRole('option', { name: option });
  await userEvent.selectOptions(await screen.findByLabelText('Por página'), option);
}

describe('a list that goes on by scrolling', () => {
  it('loads what follows when its place is nearly reached, and no more', async () => {
    serveTickets();
    renderApp('/tickets');
    await choose('Rolagem contínua');
    await statusOf(/^1–100 de 1\.250/);
    await waitFor(() => expect(pagesAsked()).toEqual([1]));
    await scrollTo(2);
    await statusOf(/^1–200 de 1\.250/);
    await scrollTo(2);
    // All that is shown is of one moment.
    expect(pagesAsked()).toEqual([1, 1, 2]);
    // The page links lead on from what is shown.
    await userEvent.click(screen.getByRole('button', { name: 'Próxima' }));
    await statusOf(/^201–300 de 1\.250/);
    await waitFor(() => expect(pagesAsked()).toEqual([1, 1, 2, 3]));
  });

  it('says what failed, keeps the rows, and goes on when it is tried again', async () => {
    let isDown = true;
    serveTickets((number, take) =>
      number === 2 && isDown ? refusal(422, 'Não deu.') : rowsOf(number, take),
    );
    renderApp('/tickets');
    await choose('Rolagem contínua');
    await statusOf(/^1–100 de/);
    await scrollTo(2);
    const again = await screen.findByRole('button', { name: 'Tentar novamente' });
    expect(screen.getByText(/^1–100 de/)).toBeInTheDocument();
    isDown = false;
    await userEvent.click(again);
    await statusOf(/^1–200 de/);
  });

  it('is left for pages, and is what the person finds next time', async () => {
    serveTickets();
    const { unmount } = renderApp('/tickets');
    await choose('Rolagem contínua');
    await statusOf(/^1–100 de/);
    unmount();
    renderApp('/tickets');
    await waitFor(() => expect(screen.getByLabelText('Por página')).toHaveDisplayValue('Rolagem contínua'));
    await choose('50');
    await statusOf(/^1–50 de/);
    await scrollTo(2);
    expect(screen.getByText(/^1–50 de/)).toBeInTheDocument();
  });

  it('is not offered by a list of the administration, which is read page by page', async () => {
    server.use(
      ...signedIn(['AUDITORIA']),
      http.get('/config/auditoria', () =>
        HttpResponse.json([], { headers: { 'Content-Range': 'auditoria 0-0/0' } }),
      ),
    );
    renderApp('/auditoria');
    const size = await screen.findByLabelText('Por página');
    expect(size).not.toHaveTextContent('Rolagem contínua');
  });
});
