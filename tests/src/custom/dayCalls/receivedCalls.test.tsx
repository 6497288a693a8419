import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReceivedCall } from '#contract/callcenter/agendas/receivedCalls.ts';
import { HttpResponse, http, refusal, serve } from '../../dataProvider/server.ts';
import { comeBackLater, freshBrowser, renderApp, signedIn, windowOf } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';

const server = serve();
const person = userEvent.setup({ delay: null });

const call = (id: number, part: Partial<ReceivedCall> = {}): ReceivedCall => ({
  ...{ id, em: '2026-11-20T12:00:00.000Z', numero: '(11) 98765-4321', cliente: null },
  ...{ pessoa: { id: 2, nome: 'Ana Ribeiro' }, situacao: 'ENCERRADA', duracao: null, desfecho: null },
  ...{ obs: '', aDizer: false, versao: 1 },
  ...part,
});

let asked: URLSearchParams[];
let settled: unknown[];
let calls: ReceivedCall[];
beforeEach(() => {
  freshBrowser();
  windowOf(1280);
  [asked, settled] = [[], []];
  calls = [
    call(1, { aDizer: true }),
    call(2, {
      cliente: { id: 12, nome: 'Padaria Sol' },
      duracao: 3725,
      desfecho: 'RESOLVIDA',
      obs: 'Pediu catálogo',
    }),
  ];
  server.use(
    ...signedIn(['CLIENTE', 'CLIENTE_HISTORICO_ATENDIMENTO', 'DADOS_PESSOAIS']),
    http.get('/callcenter/ligacoes-recebidas', ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json({
        itens: calls,
        paginator: { current_page: 1, per_page: 25, total: calls.length, last_page: 1 },
      });
    }),
    http.post('/callcenter/ligacoes-recebidas/:id/desfecho', async ({ request, params }) => {
      settled.push([params.id, await request.json()]);
      calls = calls.map((each) => ({ ...each, aDizer: false, desfecho: each.desfecho ?? 'ENGANO' }));
      return HttpResponse.json({ data: { id: 1, message: 'Ligação guardada: engano.' } });
    }),
    http.get('/callcenter/ligacoes-recebidas/minha', () => HttpResponse.json({ data: null })),
    http.get('/callcenter/lista-operadores', () => HttpResponse.json([{ id: 2, nome: 'Ana Ribeiro' }])),
  );
});

afterEach(() => {
  jest.restoreAllMocks();
});

it('lists the calls that came in, and takes what became of an own one', async () => {
  const { container } = renderApp('/ligacoes');
  const row = (await screen.findByRole('link', { name: 'Padaria Sol' })).closest('tr') as HTMLElement;
  expect(row).toHaveTextContent('1:02:05');
  expect(row).toHaveTextContent('Resolvida');
  expect(within(row).queryByRole('button', { name: 'O que houve' })).toBeNull();
  expect(screen.getByText('Sem cliente', { selector: 'th' })).toBeVisible();
  expect(screen.getByText('Não atendida')).toBeVisible();
  await expectNoAxeViolations(container);
  await person.click(screen.getByRole('button', { name: 'O que houve' }));
  const dialog = await screen.findByRole('dialog', { name: 'O que houve com a ligação de (11) 98765-4321?' });
  await person.click(within(dialog).getByRole('combobox', { name: 'O que houve' }));
  await person.click(await screen.findByRole('option', { name: 'Engano' }));
  await person.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Ligação guardada: engano.')).toBeVisible();
  expect(settled).toEqual([['1', expect.objectContaining({ versao: 1, desfecho: 'ENGANO' })]]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'O que houve' })).toBeNull());
});

it('keeps what is being typed when the list is read again', async () => {
  renderApp('/ligacoes');
  await person.click(await screen.findByRole('button', { name: 'O que houve' }));
  const dialog = await screen.findByRole('dialog', { name: /O que houve com a ligação/ });
  const note = within(dialog).getByLabelText(/Observa/);
  await person.type(note, 'Quer preço');
  calls = calls.slice(1);
  comeBackLater();
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'O que houve', hidden: true })).not.toBeInTheDocument(),
  );
  expect(note).toHaveValue('Quer preço');
  expect(note).toHaveFocus();
});

it('asks the server for what is filtered, the newest first', async () => {
  renderApp('/ligacoes?filter=%7B%22desfecho%22%3A%22SEM_DESFECHO%22%2C%22semCliente%22%3A%22true%22%7D');
  await screen.findByRole('link', { name: 'Padaria Sol' });
  expect(Object.fromEntries(asked.at(-1) ?? [])).toMatchObject({
    ...{ desfecho: 'SEM_DESFECHO', semCliente: 'true', orderBy: 'em', direction: 'DESC' },
  });
});

it('says when there is none, and when it cannot be read', async () => {
  calls = [];
  renderApp('/ligacoes');
  expect(await screen.findByText('Nenhuma ligação recebida')).toBeVisible();
});

it('says when it cannot be read', async () => {
  server.use(http.get('/callcenter/ligacoes-recebidas', () => refusal(500, 'Agora não')));
  renderApp('/ligacoes');
  expect(await screen.findByText('Agora não')).toBeVisible();
});
