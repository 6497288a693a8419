import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MergeOption } from '#contract/sac/tickets/ticketMerges.ts';
import { HttpResponse, http, refusal } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { renderApp, signedIn } from '../renderApp.tsx';
import { pageOf, ticket, ticketRow } from './fixtures.ts';
import { change, moved, openFromMenu, sent, servedMoves, shown } from './movedTicket.ts';

const server = servedMoves();

const option = (id: number, given: Partial<MergeOption> = {}): MergeOption => ({
  id,
  versao: 3,
  assunto: `Assunto ${id}`,
  tipo: 'Devolução',
  status: 'ABERTO',
  etapa: 'Análise',
  datahora_criacao: '2026-11-20T12:00:00.000Z',
  operador: { id: 9, nome: 'Otávio Lima' },
  mensagens: 2,
  produtos: 1,
  arquivos: 0,
  impedimento: null,
  ...given,
});
const WHY = 'O ticket 900 está na etapa Coleta, e o 812 na etapa Análise.';

let versionNow = 4;

beforeEach(() => {
  versionNow = 4;
  server.use(
    ...signedIn(['SAC_HOME', 'SAC_TICKETS', 'TICKETS_JUNTAR']),
    http.get('/sac/tickets/:id/juntar', ({ params }) => {
      const lead = Number(params.id);
      const all = [option(812, { versao: versionNow }), option(811), option(900, { impedimento: WHY })];
      return HttpResponse.json({
        principal: { ...all.find(({ id }) => id === lead), impedimento: null },
        outros: all.filter(({ id }) => id !== lead),
      });
    }),
  );
});

describe('merging from the ticket', () => {
  beforeEach(() => change({ acoes: { ...shown.acoes, juntar: true } }));

  it('says what follows and why one cannot, merges, and offers the way back', async () => {
    server.use(
      http.post('/sac/tickets/812/juntar', () => moved('Ticket 811 juntado ao 812.')),
      http.post('/sac/tickets/812/desfazer-juncao', () => moved('Junção com o ticket 811 desfeita.')),
    );
    const { user, dialog } = await openFromMenu('Ações', 'Juntar com outro ticket');
    const other = await within(dialog).findByRole('checkbox', { name: '811 · Assunto 811' });
    expect(within(dialog).getByRole('checkbox', { name: '900 · Assunto 900' })).toBeDisabled();
    expect(dialog).toHaveTextContent(WHY);
    const confirm = within(dialog).getByRole('button', { name: 'Juntar' });
    expect(confirm).toBeDisabled();
    await user.click(other);
    expect(within(dialog).getByRole('status')).toHaveTextContent('Segue para o 812: 2 mensagens, 1 produto.');
    await expectNoAxeViolations(dialog);
    await user.click(confirm);
    expect(await screen.findByText(/Ticket 811 juntado ao 812\./)).toBeInTheDocument();
    expect((await sent('/812/juntar'))[0]?.body).toEqual({ versao: 4, tickets: [{ id: 811, versao: 3 }] });
    await user.click(screen.getByRole('button', { name: 'Desfazer' }));
    expect(await screen.findByText('Junção com o ticket 811 desfeita.')).toBeInTheDocument();
    expect((await sent('/812/desfazer-juncao'))[0]?.body).toEqual({ tickets: [811] });
  });

  it('lets another number stay, and keeps the dialog open with what the server refuses', async () => {
    server.use(http.post('/sac/tickets/811/juntar', () => refusal(422, 'O ticket 812 está encerrado.')));
    const { user, dialog } = await openFromMenu('Ações', 'Juntar com outro ticket');
    await user.click(await within(dialog).findByRole('checkbox', { name: '811 · Assunto 811' }));
    await user.click(within(dialog).getByRole('radio', { name: '811' }));
    await waitFor(() => expect(within(dialog).getByRole('checkbox', { name: /^811/ })).toBeDisabled());
    const confirm = within(dialog).getByRole('button', { name: 'Juntar' });
    await waitFor(() => expect(confirm).toBeEnabled());
    await user.click(confirm);
    expect(await within(dialog).findByText('O ticket 812 está encerrado.')).toBeInTheDocument();
    expect((await sent('/811/juntar'))[0]?.body).toEqual({ versao: 3, tickets: [{ id: 812, versao: 4 }] });
  });

  it('sends the newer versions the next time, once somebody else was faster', async () => {
    server.use(
      http.post('/sac/tickets/812/juntar', () => {
        versionNow = 5;
        return refusal(409, 'O ticket foi alterado por outra pessoa.');
      }),
    );
    const { user, dialog } = await openFromMenu('Ações', 'Juntar com outro ticket');
    await user.click(await within(dialog).findByRole('checkbox', { name: '811 · Assunto 811' }));
    const confirm = within(dialog).getByRole('button', { name: 'Juntar' });
    await user.click(confirm);
    expect(await within(dialog).findByText('O ticket foi alterado por outra pessoa.')).toBeInTheDocument();
    await waitFor(async () => {
      await user.click(confirm);
      expect((await sent('/812/juntar')).at(-1)?.body).toMatchObject({ versao: 5 });
    });
  });
});

describe('a merged ticket', () => {
  it('leads on to the one that stayed, which says so and offers the way back', async () => {
    const em = '2026-11-21T15:00:00.000Z';
    server.use(
      http.get('/sac/tickets/811', () => HttpResponse.json({ data: ticket(811, { juntadoAo: 812 }) })),
      http.get('/sac/tickets/811/historico', () => HttpResponse.json(pageOf([]))),
    );
    change({
      juntados: [
        { id: 811, assunto: 'Caixas', em, por: 'Ana', desfazerAte: null },
        { id: 805, assunto: 'Latas', em, por: 'Ana', desfazerAte: '2026-11-22T15:00:00.000Z' },
        { id: 801, assunto: 'Velho', em, por: 'Ana', desfazerAte: null },
      ],
    });
    renderApp('/tickets/811');
    const banner = await screen.findByText(/O ticket 811 \(Caixas\) foi juntado a este em 21\/11\/2026/);
    expect(banner).toHaveTextContent('por Ana.');
    expect(screen.getByText(/O ticket 805 \(Latas\)/)).toBeInTheDocument();
    expect(screen.queryByText(/Velho/)).not.toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: 'Desfazer' })).toHaveLength(1);
  });

  it('is named in the list of archived ones', async () => {
    server.use(
      http.get('/sac/tickets/totais', () => HttpResponse.json([])),
      http.get('/sac/consultas/:lista', () => HttpResponse.json([])),
      http.get('/sac/tickets', () =>
        HttpResponse.json(
          pageOf([ticketRow(811, { arquivado: true, status: 'CANCELADO', juntadoAo: 812 })], 1),
        ),
      ),
    );
    renderApp(`/tickets?filter=${encodeURIComponent(JSON.stringify({ arquivado: 'true' }))}`);
    expect(await screen.findByText('Juntado ao 812')).toBeInTheDocument();
  });
});

describe('merging from the list', () => {
  it('is offered for two to five chosen tickets', async () => {
    server.use(
      ...signedIn(['SAC_HOME', 'SAC_TICKETS', 'TICKETS_LOTE', 'TICKETS_JUNTAR']),
      http.get('/sac/tickets/totais', () => HttpResponse.json([])),
      http.get('/sac/tickets/lote', () => HttpResponse.json([])),
      http.get('/sac/consultas/:lista', () => HttpResponse.json([])),
      http.get('/sac/tickets', () => HttpResponse.json(pageOf([ticketRow(812), ticketRow(811)], 2))),
      http.post('/sac/tickets/811/juntar', () => moved('Ticket 812 juntado ao 811.')),
    );
    const user = userEvent.setup();
    renderApp('/tickets');
    await user.click(await screen.findByRole('checkbox', { name: 'Selecionar ticket 812' }));
    const bar = await screen.findByRole('region', { name: 'Ações para a seleção' });
    expect(within(bar).queryByRole('button', { name: 'Juntar' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar ticket 811' }));
    await user.click(await within(bar).findByRole('button', { name: 'Juntar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Juntar tickets' });
    const confirm = await within(dialog).findByRole('button', { name: 'Juntar' });
    await waitFor(() => expect(confirm).toBeEnabled());
    await user.click(confirm);
    expect(await screen.findByText(/Ticket 812 juntado ao 811\./)).toBeInTheDocument();
    expect((await sent('/811/juntar'))[0]?.body).toEqual({ versao: 3, tickets: [{ id: 812, versao: 4 }] });
  });
});
