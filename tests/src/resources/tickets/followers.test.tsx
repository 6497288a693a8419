import { beforeEach, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http, requests } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { ANA, renderApp, signedIn, windowOf } from '../renderApp.tsx';
import { sent, servedMoves } from './movedTicket.ts';

const server = servedMoves();

let followers: { id: number; nome: string; incluidoPor: string | null }[];
const done = (message: string) => HttpResponse.json({ data: { id: 812, message } });

beforeEach(() => {
  windowOf(1280);
  followers = [];
  server.use(...signedIn(['SAC_HOME', 'SAC_TICKETS', 'TICKETS_RESPONDER_INTERNO']));
  server.use(
    http.get('/sac/tickets/812/setores', () => HttpResponse.json([])),
    http.get('/sac/tickets/812/seguidores', () => HttpResponse.json(followers)),
    http.get('/sac/consultas/atendentes-disponiveis', () =>
      HttpResponse.json([
        { id: ANA.id, nome: ANA.nome },
        { id: 31, nome: 'Rita Lemos' },
      ]),
    ),
    http.post('/sac/tickets/812/seguidores', async ({ request }) => {
      const { pessoas } = (await request.json()) as { pessoas: number[] };
      const rita = pessoas.includes(31);
      followers = [
        ...followers,
        rita
          ? { id: 31, nome: 'Rita Lemos', incluidoPor: ANA.nome }
          : { id: ANA.id, nome: ANA.nome, incluidoPor: null },
      ];
      return done(rita ? 'Rita Lemos: segue o ticket 812.' : 'Você segue o ticket 812.');
    }),
    http.delete('/sac/tickets/812/seguidores/:id', ({ params }) => {
      followers = followers.filter(({ id }) => id !== Number(params.id));
      return done('Rita Lemos não segue mais o ticket 812.');
    }),
  );
});

it('follows at a press, adds a colleague by name and takes them out again', async () => {
  const user = userEvent.setup();
  renderApp('/tickets/812');
  // Its part of the page is loaded after the page.
  await user.click(await screen.findByRole('button', { name: 'Seguir' }, { timeout: 60_000 }));
  expect(await screen.findByText('Você segue o ticket 812.')).toBeInTheDocument();
  const list = await screen.findByRole('list', { name: 'Seguidores' });
  expect(within(list).getByText(`${ANA.nome} (você)`)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Deixar de seguir' })).toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Incluir colega' }));
  await screen.findByRole('combobox', { name: 'Colega' });
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Incluir colega' })).toHaveFocus();
  await user.keyboard('{Enter}');
  await screen.findByRole('combobox', { name: 'Colega' });
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));

  await user.click(screen.getByRole('button', { name: 'Incluir colega' }));
  await user.click(await screen.findByRole('combobox', { name: 'Colega' }));
  // Whoever follows already is not offered again.
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Rita Lemos',
  ]);
  await user.click(screen.getByRole('option', { name: 'Rita Lemos' }));
  expect(await screen.findByText('Rita Lemos: segue o ticket 812.')).toBeInTheDocument();
  expect((await sent('/812/seguidores')).map(({ body }) => body)).toEqual([
    { pessoas: [ANA.id] },
    { pessoas: [31] },
  ]);
  await expectNoAxeViolations(screen.getByRole('list', { name: 'Seguidores' }));
  expect(screen.getByText(`Incluído por ${ANA.nome}`)).toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Incluir colega' }));
  expect(await screen.findByText('Nenhum colega para incluir')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));

  await user.click(screen.getByRole('button', { name: 'Tirar Rita Lemos dos seguidores' }));
  expect(await screen.findByText('Rita Lemos não segue mais o ticket 812.')).toBeInTheDocument();
  expect(screen.queryByText('Rita Lemos')).toBeNull();
  expect(screen.getByRole('region', { name: 'Seguidores' }).contains(document.activeElement)).toBe(true);
  expect(requests.some(({ method, url }) => method === 'DELETE' && url.endsWith('/seguidores/31'))).toBe(
    true,
  );
}, 120_000);

it('keeps the focus on what a key pressed, while it is on its way and afterwards', async () => {
  const user = userEvent.setup();
  followers = [{ id: ANA.id, nome: ANA.nome, incluidoPor: null }];
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let removals = 0;
  server.use(
    http.delete('/sac/tickets/812/seguidores/:id', async () => {
      removals += 1;
      await answered;
      followers = [];
      return done('Você não segue mais o ticket 812.');
    }),
  );
  renderApp('/tickets/812');
  const button = await screen.findByRole('button', { name: 'Deixar de seguir' }, { timeout: 60_000 });
  act(() => button.focus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(removals).toBe(1));
  // A disabled button would lose it.
  expect(button).toBeEnabled();
  expect(button).toHaveFocus();
  await user.keyboard('{Enter}');
  answer();
  expect(await screen.findByRole('button', { name: 'Seguir' })).toHaveFocus();
  expect(removals).toBe(1);
}, 120_000);
