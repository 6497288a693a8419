import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReceivedCall } from '#contract/callcenter/agendas/receivedCalls.ts';
import { CALL_CHANGED } from '#contract/realtime.ts';
import { live } from '#ui/live/live.ts';
import { HttpResponse, http, loadOf, refusal, serve } from '../../dataProvider/server.ts';
import {
  ANA,
  comeBackLater,
  freshBrowser,
  renderApp,
  signedIn,
  windowOf,
} from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';

const server = serve();
const person = userEvent.setup({ delay: null });

const call = (id: number, part: Partial<ReceivedCall> = {}): ReceivedCall => ({
  ...{ id, em: '2026-11-20T12:00:00.000Z', numero: '(11) 98765-4321', cliente: null },
  ...{ pessoa: { id: 2, nome: 'Ana Ribeiro' }, situacao: 'ENCERRADA', duracao: null, desfecho: null },
  ...{ obs: '', registradoPor: null, podeDizer: false, versao: 1 },
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
    call(1, { podeDizer: true }),
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
      calls = calls.map((each) => ({ ...each, desfecho: each.desfecho ?? 'ENGANO' }));
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
  // What was said may be corrected.
  expect(screen.getByRole('button', { name: 'Corrigir' })).toBeVisible();
});

it('says who said it, and lets who leads correct it', async () => {
  calls = [
    call(7, {
      ...{ desfecho: 'ENGANO', obs: 'Era outro', podeDizer: true, versao: 3 },
      ...{ pessoa: { id: 2, nome: 'Ana Ribeiro' }, registradoPor: { id: 3, nome: 'Célia Dias' } },
    }),
  ];
  renderApp('/ligacoes');
  const row = (await screen.findByRole('button', { name: 'Corrigir' })).closest('tr') as HTMLElement;
  expect(row).toHaveTextContent('Por Célia Dias');
  await person.click(within(row).getByRole('button', { name: 'Corrigir' }));
  const dialog = await screen.findByRole('dialog', { name: /O que houve com a ligação/ });
  expect(dialog).toHaveTextContent('Registrado por Célia Dias. Quem atende: Ana Ribeiro.');
  await person.click(within(dialog).getByRole('combobox', { name: 'O que houve' }));
  await person.click(await screen.findByRole('option', { name: 'Resolvida' }));
  await person.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(settled).toEqual([['7', { versao: 3, desfecho: 'RESOLVIDA', obs: 'Era outro' }]]),
  );
});

it('shows in an open list what others say, and tells of new calls without moving the rows', async () => {
  const heard = new Map<string, Parameters<typeof live.listen>[1]>();
  jest.spyOn(live, 'listen').mockImplementation((channel, listener) => {
    heard.set(channel, listener);
    return () => undefined;
  });
  server.use(
    http.get('/sac/carga', () =>
      HttpResponse.json({
        ...loadOf({ ...ANA, tipo: 'VENDEDOR' }, [
          'CLIENTE',
          'CLIENTE_HISTORICO_ATENDIMENTO',
          'DADOS_PESSOAIS',
        ]),
        filiais: [{ idFil: 1, razSoc: 'Matriz' }],
      }),
    ),
  );
  renderApp('/ligacoes?filter=%7B%22desfecho%22%3A%22SEM_DESFECHO%22%7D');
  await screen.findByRole('button', { name: 'O que houve' });
  await waitFor(() => expect(heard.has('private-ligacoes-recebidas-filial-1')).toBe(true));
  // The own line's too, whoever calls.
  expect(heard.has(`private-pessoa-${ANA.id}`)).toBe(true);
  const said = call(1, { desfecho: 'RESOLVIDA', registradoPor: { id: 3, nome: 'Célia Dias' }, versao: 2 });
  server.use(
    http.get('/callcenter/ligacoes-recebidas', ({ request }) => {
      const query = new URL(request.url).searchParams;
      const itens = query.has('ids[]') ? [said] : [call(3, { numero: '(11) 90000-1111' }), ...calls.slice(1)];
      return HttpResponse.json({
        itens,
        paginator: { current_page: 1, per_page: 25, total: itens.length, last_page: 1 },
      });
    }),
  );
  act(() =>
    heard.get('private-ligacoes-recebidas-filial-1')?.onEvent?.({ event: CALL_CHANGED, data: { id: 1 } }),
  );
  expect(await screen.findByText('Por Célia Dias')).toBeVisible();
  expect(screen.getByText('1 ligação nova')).toBeVisible();
  expect(screen.queryByText('(11) 90000-1111')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Atualizar' }));
  expect(await screen.findByText('(11) 90000-1111')).toBeVisible();
});

it('searches by number or customer, and exports what it finds', async () => {
  const files: unknown[] = [];
  server.use(
    http.post('/callcenter/ligacoes-recebidas/exportar', async ({ request }) => {
      files.push(await request.json());
      return HttpResponse.text('a;b');
    }),
  );
  renderApp('/ligacoes?filter=%7B%22idPessoa%22%3A%222%22%2C%22semCliente%22%3A%22true%22%7D');
  await person.type(await screen.findByRole('searchbox', { name: 'Buscar ligações' }), '(11) 98765-4321');
  await waitFor(() => expect(asked.at(-1)?.get('termo')).toBe('(11) 98765-4321'));
  await person.click(screen.getByRole('button', { name: 'Exportar para planilha' }));
  await person.click(await screen.findByRole('menuitem', { name: /CSV/ }));
  await waitFor(() =>
    expect(files).toEqual([
      {
        ...{ formato: 'csv', direction: 'DESC' },
        filtros: { termo: '(11) 98765-4321', idPessoa: 2, semCliente: true },
      },
    ]),
  );
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
