import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DayCall } from '#contract/callcenter/agendas/nextContacts.ts';
import type { Permission } from '#contract/permissions.ts';
import { HttpResponse, http, refusal, serve } from '../../dataProvider/server.ts';
import { comeBackLater, freshBrowser, renderApp, signedIn, windowOf } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';

const SELLER: Permission[] = ['SAC_HOME', 'AGENDA', 'AGENDA_EDITAR', 'CLIENTE'];
const server = serve();
const user = userEvent.setup({ delay: null });
const ZONE = 'America/Sao_Paulo';

const call = (id: number, cliente: string, part: Partial<DayCall> = {}): DayCall => ({
  ...{ id, idCli: id * 10, cliente, telefone: '1133334444', assunto: `Assunto ${id}` },
  ...{ data_agendada: '2026-03-10T12:00:00.000Z', fuso: ZONE, atrasada: true, valor: '100.0000' },
  ...part,
});

let calls: DayCall[];
let ended: { id: number; body: Record<string, unknown> }[];

beforeEach(() => {
  freshBrowser();
  windowOf(1280);
  calls = [
    call(1, 'Mercado Azul', { valor: '900.5000' }),
    call(2, 'Padaria Sol'),
    call(3, 'Bar Lua', { valor: null }),
  ];
  ended = [];
  server.use(
    ...signedIn(SELLER),
    http.get('/callcenter/agendas/ligacoes', () => HttpResponse.json(calls)),
    http.get('/callcenter/agendas/motivos-finalizacao', () =>
      HttpResponse.json([{ id: 7, nome: 'Venda feita' }]),
    ),
    http.get('/callcenter/clientes-painel', () => HttpResponse.json({ grupos: [], abas: [] })),
    http.get('/callcenter/clientes/:id/agora', () => HttpResponse.json({ data: {} })),
    http.get('/callcenter/clientes/:id/proximo-contato', ({ request }) => {
      const id = Number(new URL(request.url).searchParams.get('idAgenda'));
      return HttpResponse.json({
        data: {
          agenda: {
            ...{ id, versao: 1, assunto: `Assunto ${id}`, data_agendada: '2026-03-10T12:00:00.000Z' },
            ...{ filial: { id: 1, desc: 'Matriz', fuso: ZONE }, podeAlterar: true },
          },
          ...{ fuso: ZONE, opcoes: [{ valor: 'EM_2_HORAS', em: '2030-01-07T11:00:00.000Z' }] },
        },
      });
    }),
    http.put('/callcenter/agendas/:id', async ({ request, params }) => {
      const id = Number(params.id);
      const body = (await request.json()) as Record<string, unknown>;
      ended.push({ id, body });
      if ('idMotivoFinalizacao' in body) calls = calls.filter((each) => each.id !== id);
      return HttpResponse.json({ data: { id, message: 'Feito.', versao: 2 } });
    }),
  );
});

afterEach(() => void jest.restoreAllMocks());

const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const list = () => screen.findByRole('list', { name: 'Ligações por valor' });
const outcome = () => screen.findByRole('button', { name: 'Venda feita' });

it('goes from one call to the next by the keys of the outcome, until there is none', async () => {
  const { container } = renderApp('/agendas/ligacoes');
  await heading('Mercado Azul');
  const rows = within(await list()).getAllByRole('button');
  expect(rows.map(({ textContent }) => textContent?.replace(/\s/g, ' '))).toEqual([
    'Mercado AzulR$ 900,50Assunto 1Atrasada: 10/03/2026 às 09:00',
    'Padaria SolR$ 100,00Assunto 2Atrasada: 10/03/2026 às 09:00',
    'Bar LuaAssunto 3Atrasada: 10/03/2026 às 09:00',
  ]);
  expect(rows[0]).toHaveAttribute('aria-current', 'true');
  await outcome();
  await expectNoAxeViolations(container);
  await user.keyboard('1{Enter}');
  await waitFor(async () => expect(await heading('Padaria Sol')).toHaveFocus());
  await outcome();
  await user.keyboard('1{Enter}');
  await heading('Bar Lua');
  await outcome();
  await user.keyboard('1{Enter}');
  expect(await screen.findByText('Nenhuma ligação por fazer hoje')).toBeVisible();
  expect(ended.map(({ id }) => id)).toEqual([1, 2, 3]);
});

it('leaves who did not answer in the list, and goes on', async () => {
  renderApp('/agendas/ligacoes?agenda=2');
  await heading('Padaria Sol');
  await screen.findByRole('button', { name: /^Não atendeu/ });
  await user.keyboard('n');
  await heading('Bar Lua');
  expect(ended).toMatchObject([
    { id: 2, body: { data_agendada: '2030-01-07 08:00', motivo: 'Não atendeu' } },
  ]);
  expect(within(await list()).getAllByRole('button')).toHaveLength(3);
});

it('is walked by J and K, and by the pointer', async () => {
  const { router } = renderApp('/agendas/ligacoes');
  await heading('Mercado Azul');
  await user.keyboard('j');
  await heading('Padaria Sol');
  await user.keyboard('kk');
  await heading('Bar Lua');
  await user.click(within(await list()).getByRole('button', { name: /^Mercado Azul/ }));
  await heading('Mercado Azul');
  expect(router.state.location.search).toBe('?agenda=1');
  expect(ended).toEqual([]);
});

it('asks before another call is opened while something is typed of this one', async () => {
  renderApp('/agendas/ligacoes');
  await user.type(await screen.findByRole('textbox', { name: 'Observação' }), 'Só à tarde');
  await user.click(screen.getByRole('button', { name: 'Próxima ligação' }));
  await user.click(await screen.findByRole('button', { name: 'Continuar preenchendo' }));
  await heading('Mercado Azul');
  expect(screen.getByRole('textbox', { name: 'Observação' })).toHaveValue('Só à tarde');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await user.click(within(await list()).getByRole('button', { name: /^Bar Lua/ }));
  await user.click(await screen.findByRole('button', { name: 'Descartar' }));
  await heading('Bar Lua');
  expect(await screen.findByRole('textbox', { name: 'Observação' })).toHaveValue('');
});

it('stays at the call whose outcome was refused', async () => {
  server.use(http.put('/callcenter/agendas/:id', () => refusal(422, 'Esta agenda já foi finalizada.')));
  renderApp('/agendas/ligacoes');
  await outcome();
  await user.keyboard('1{Enter}');
  expect(await screen.findByText('Esta agenda já foi finalizada.')).toBeVisible();
  await heading('Mercado Azul');
});

it('keeps what is typed of a call that a colleague ends, and goes on from its place', async () => {
  // The one that the address names was ended before the page was opened.
  renderApp('/agendas/ligacoes?agenda=99');
  await heading('Mercado Azul');
  await user.click(await screen.findByRole('button', { name: 'Próxima ligação' }));
  await heading('Padaria Sol');
  await user.type(await screen.findByRole('textbox', { name: 'Observação' }), 'Quer a tabela nova');
  calls = calls.filter(({ id }) => id !== 2);
  comeBackLater();
  expect(await screen.findByText(/^Esta ligação saiu da lista/)).toBeVisible();
  await heading('Padaria Sol');
  expect(screen.getByRole('textbox', { name: 'Observação' })).toHaveValue('Quer a tabela nova');
  expect(within(await list()).getAllByRole('button')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Próxima ligação' }));
  await user.click(await screen.findByRole('button', { name: 'Descartar' }));
  await heading('Bar Lua');
  expect(screen.queryByText(/^Esta ligação saiu da lista/)).toBeNull();
});

it('is not for who has no agendas', async () => {
  server.use(...signedIn(['SAC_HOME', 'CLIENTE']));
  renderApp('/agendas/ligacoes');
  expect(await screen.findByText('Seu perfil não dá acesso a Agendas')).toBeVisible();
});
