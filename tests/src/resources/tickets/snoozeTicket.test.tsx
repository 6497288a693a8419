import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { ownToday } from '#data/session.ts';
import { HttpResponse, http, loadOf, refusal } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { ANA, renderApp, signedIn } from '../renderApp.tsx';
import { pageOf, ticketRow } from './fixtures.ts';
import { change, moved, openFromMenu, sent, servedMoves } from './movedTicket.ts';

const server = servedMoves();

beforeEach(() => {
  server.use(...signedIn(['SAC_HOME', 'SAC_TICKETS', 'TICKETS_RESPONDER_INTERNO']));
});

describe('putting a ticket off', () => {
  it('proposes tomorrow morning, says that the due time goes on, and sends day and hour', async () => {
    server.use(http.post('/sac/tickets/812/adiar', () => moved('Ticket adiado até 24/11/2026 09:30.')));
    const { user, dialog } = await openFromMenu('Ações', 'Adiar');
    expect(dialog).toHaveTextContent('O prazo continua correndo, até');
    const hour = within(dialog).getByRole('textbox', { name: /^Hora/ });
    expect(hour).toHaveValue('08:00');
    await user.clear(hour);
    await user.type(hour, '0930');
    await expectNoAxeViolations(dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Adiar' }));
    expect(await screen.findByText('Ticket adiado até 24/11/2026 09:30.')).toBeInTheDocument();
    expect((await sent('/812/adiar'))[0]?.body).toEqual({
      versao: 4,
      voltaDia: addDays(ownToday(), 1),
      voltaHora: '09:30',
    });
  });

  it('shows a refused moment at its field', async () => {
    server.use(
      http.post('/sac/tickets/812/adiar', () =>
        refusal(422, 'Confira os campos.', {
          errors: { voltaDia: 'Escolha um dia e uma hora que ainda vêm.' },
        }),
      ),
    );
    const { user, dialog } = await openFromMenu('Ações', 'Adiar');
    await user.click(within(dialog).getByRole('button', { name: 'Adiar' }));
    expect(await within(dialog).findByText('Escolha um dia e uma hora que ainda vêm.')).toBeInTheDocument();
  });
});

describe('a ticket that is put off', () => {
  beforeEach(() => change({ adiadoAte: '2026-11-24T12:30:00.000Z', adiadoPor: 'Ana Lima' }));

  it('says until when and by whom, and comes back at once', async () => {
    server.use(
      http.post('/sac/tickets/812/retomar', () => {
        change({ adiadoAte: null, adiadoPor: null, versao: 5 });
        return moved('Ticket retomado.');
      }),
    );
    renderApp('/tickets/812');
    const banner = await screen.findByText(/Adiado até 24\/11\/2026/);
    expect(banner).toHaveTextContent('por Ana Lima');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Retomar' }));
    expect(await screen.findByText('Ticket retomado.')).toBeInTheDocument();
    expect((await sent('/812/retomar'))[0]?.body).toEqual({ versao: 4 });
    await waitFor(() => expect(screen.queryByText(/Adiado até/)).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('is shown as it is now where somebody else has brought it back', async () => {
    server.use(
      http.post('/sac/tickets/812/retomar', () => {
        change({ adiadoAte: null, adiadoPor: null, versao: 5 });
        return refusal(409, 'O ticket não está adiado.');
      }),
    );
    renderApp('/tickets/812');
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Retomar' }));
    expect(await screen.findByText('O ticket não está adiado.')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText(/Adiado até/)).not.toBeInTheDocument());
  });

  it('tells day and hour on the clock of its branch, and asks for them there', async () => {
    const load = loadOf(ANA, ['SAC_HOME', 'SAC_TICKETS', 'TICKETS_RESPONDER_INTERNO', 'DADOS_PESSOAIS']);
    const branch = (idFil: number, razSoc: string, fuso: string) => ({ idFil, razSoc, fant: razSoc, fuso });
    const filiais = [branch(1, 'São Paulo', 'America/Sao_Paulo'), branch(2, 'Manaus', 'America/Manaus')];
    server.use(http.get('/sac/carga', () => HttpResponse.json({ ...load, filiais })));
    change({ filial: { idFil: 2, razSoc: 'Manaus' }, adiadoAte: '2026-11-25T03:30:00.000Z' });
    const { dialog } = await openFromMenu('Ações', 'Mudar o adiamento');
    expect(screen.getByText(/Adiado até 24\/11\/2026 23:30/)).toBeInTheDocument();
    expect(within(dialog).getByRole('textbox', { name: /^Hora/ })).toHaveValue('23:30');
  });

  it('begins the dialog with its own moment', async () => {
    const { dialog } = await openFromMenu('Ações', 'Mudar o adiamento');
    expect(within(dialog).getByRole('textbox', { name: /^Hora/ })).toHaveValue('09:30');
  });

  it('is marked in the list, and the filter asks for those alone', async () => {
    server.use(
      http.get('/sac/tickets/totais', () => HttpResponse.json([])),
      http.get('/sac/consultas/:lista', () => HttpResponse.json([])),
      http.get('/sac/tickets', ({ request }) =>
        HttpResponse.json(
          new URL(request.url).searchParams.get('adiado') === 'true'
            ? pageOf([ticketRow(812, { adiadoAte: '2026-11-24T12:30:00.000Z' })], 1)
            : pageOf([], 0),
        ),
      ),
    );
    renderApp(`/tickets?filter=${encodeURIComponent(JSON.stringify({ adiado: 'true' }))}`);
    await waitFor(() => expect(screen.getByText(/^Adiado até 24\/11\/2026/)).toBeInTheDocument());
  });
});
