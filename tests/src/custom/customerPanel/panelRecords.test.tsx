import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PastOrder } from '#contract/callcenter/orders/orderRow.ts';
import type { Permission } from '#contract/permissions.ts';
import { RECORDS_CHANGED, recordChannel, recordsChannel } from '#contract/realtime.ts';
import { accountOpeningType } from '#contract/records/finance.ts';
import type { AnyRecordType } from '#contract/records/recordType.ts';
import type { RecordTypeView } from '#contract/records/routes/records.ts';
import { live } from '#ui/live/live.ts';
import type { Listener } from '#ui/live/liveClient.ts';
import { HttpResponse, http, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from '../../resources/renderApp.tsx';
import { pageOf } from '../../resources/tickets/fixtures.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { viewOf } from '../../ui/schemaForm/recordView.ts';

const server = serve();
/** Milliseconds after which a change has been saved as a draft. */
const BEYOND_A_PAUSE = 1_300;
const heard = new Map<string, Listener>();

const order = (id: number, more: Partial<PastOrder> = {}): PastOrder => ({
  ...{ id, numero: `E-${id}`, data: '2024-05-10', st: 'ENTREGUE', filial: 'Matriz', vendedor: 'Bia' },
  ...{ vlTot: '52.5000', obs: '', itens: [] },
  ...more,
});

const GRANTS: Permission[] = [
  'CLIENTE',
  'CLIENTE_PEDIDOS',
  'CADASTROS_COMERCIAL',
  'CONTA_CORRENTE',
  'CONTA_CORRENTE_TODAS',
];

beforeEach(() => {
  freshBrowser();
  windowOf(1280);
  heard.clear();
  jest.spyOn(live, 'listen').mockImplementation((channel, listener) => {
    heard.set(channel, listener);
    return () => void heard.delete(channel);
  });
  const layout = JSON.parse(readFileSync('schemas/panels/cliente.json', 'utf8'));
  layout.abas.push({ chave: 'cadastro-contratos', grupo: layout.grupos[0].chave, permissoes: [] });
  server.use(
    ...signedIn(GRANTS),
    http.get('/config/rascunhos/:objeto', () => HttpResponse.json({ data: null })),
    http.put('/config/rascunhos/:objeto', ({ params }) =>
      HttpResponse.json({
        data: { objeto: params.objeto, conteudo: {}, atualizado: '2026-09-18T15:00:00.000Z', versao: 1 },
      }),
    ),
    http.delete('/config/rascunhos/:objeto', () => HttpResponse.json({ data: {} })),
    http.post('/config/opcoes/:lista', () => HttpResponse.json({ opcoes: [] })),
    http.get('/callcenter/clientes-painel', () => HttpResponse.json(layout)),
    http.get('/callcenter/clientes/12', () => HttpResponse.json({ data: CUSTOMER })),
    http.get('/sac/clientes/12/registro-atividade', () => HttpResponse.json(pageOf([]))),
    http.get('/sac/clientes/12/pedidos', () => HttpResponse.json(pageOf([]))),
  );
});

const CUSTOMER = {
  ...{ id: 12, versao: 3, cnpj: '11222333000181', razSoc: 'Mercado Azul Ltda.', fant: 'Mercado Azul' },
  ...{ telefone: '', email: '', cid: 'Santos', uf: 'SP', legendas: [], motivoBloqueio: null },
  ...{ prospect: false, simulacao: false, naoContatar: 0, emailsRecusados: [], representante: null },
  contadores: {},
};

describe('past orders in the orders tab', () => {
  const answers = (answer: () => Response) =>
    server.use(http.get('/callcenter/clientes/12/pedidos-anteriores', answer));

  it('are shown below own orders, and open with lines, remark and invoice', async () => {
    const itens = [
      { linha: 1, codigo: 'P1', produto: 'Café torrado', unidade: 'CX', qtd: '12.500', preco: '4.2000' },
      { linha: 2, codigo: 'P2', produto: 'Filtro', unidade: 'UN', qtd: '1.000', preco: '0.5000' },
    ].map((line) => ({ ...line, vlTot: '52.5000' }));
    const rows = [order(1, { itens, obs: 'Entregar cedo.' }), order(2, { st: 'DEVOLVIDO', vendedor: '' })];
    answers(() => HttpResponse.json(pageOf(rows)));
    const { container } = renderApp('/clientes/12/pedidos');
    const user = userEvent.setup();
    const section = await screen.findByRole('region', { name: 'Pedidos anteriores' });
    const table = within(section).getByRole('table', { name: 'Pedidos anteriores do cliente' });
    expect(table).toHaveTextContent('10/05/2024');
    expect(table).toHaveTextContent('Devolvido');
    await expectNoAxeViolations(container);
    await user.click(within(table).getByText('E-1'));
    const dialog = await screen.findByRole('dialog', { name: 'Pedido anterior E-1' });
    expect(dialog).toHaveTextContent(/10\/05\/2024 · Entregue · Matriz · Bia/);
    expect(dialog).toHaveTextContent('Entregar cedo.');
    expect(within(dialog).getByRole('table')).toHaveTextContent(/Café torrado/);
    await expectNoAxeViolations(dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Fechar' }));
    await user.click(within(table).getByText('E-2'));
    expect(await screen.findByText('Os itens não vieram com ele.')).toBeTruthy();
  });

  it('have pages on a phone', async () => {
    windowOf(360);
    const requested: (string | null)[] = [];
    server.use(
      http.get('/callcenter/clientes/12/pedidos-anteriores', ({ request }) => {
        const page = new URL(request.url).searchParams.get('page');
        requested.push(page);
        return HttpResponse.json(pageOf([order(Number(page))], 21, Number(page), 10));
      }),
    );
    renderApp('/clientes/12/pedidos');
    const section = await screen.findByRole('region', { name: 'Pedidos anteriores' });
    await within(section).findByText('E-1');
    await userEvent.click(within(section).getByRole('button', { name: /Próxima/ }));
    await within(section).findByText('E-2');
    expect(requested).toEqual(['1', '2']);
  });

  it('are hidden when there are none, and can be requested again after a failure', async () => {
    answers(() => HttpResponse.json(pageOf([])));
    const { unmount } = renderApp('/clientes/12/pedidos');
    await screen.findByText('Nenhum pedido deste cliente nestes dias.');
    expect(screen.queryByRole('region', { name: 'Pedidos anteriores' })).toBeNull();
    unmount();
    freshBrowser();
    server.use(...signedIn(GRANTS));
    answers(() => HttpResponse.json({ error: 'Tente de novo em instantes.', code: 'X' }, { status: 409 }));
    renderApp('/clientes/12/pedidos');
    const again = await screen.findByRole('button', { name: 'Tentar novamente' });
    answers(() => HttpResponse.json(pageOf([order(7)])));
    await userEvent.click(again);
    expect(await screen.findByText('E-7')).toBeTruthy();
  });
});

describe('opening balances', () => {
  const base = '/config/cadastros/saldos-iniciais';
  const stored = (valor: string, versao = 1) => ({
    ...{ id: 5, versao, pessoa: '52998224725', data: '2026-10-01', valor },
    rotulos: { pessoa: 'Vera Nunes' },
  });
  const open = (more: Partial<RecordTypeView> = {}) =>
    server.use(
      http.get(`${base}/definicao`, () => HttpResponse.json({ data: viewOf(accountOpeningType, more) })),
      http.get(base, () => HttpResponse.json(pageOf([stored('-120.5')]))),
      http.get(`${base}/5`, () => HttpResponse.json({ data: stored('-120.5') })),
    );

  it('are listed by person, with debts as negative amounts', async () => {
    open();
    const { container } = renderApp('/cadastros/saldos-iniciais');
    const row = (await screen.findByRole('link', { name: 'Vera Nunes' })).closest('tr') as HTMLElement;
    expect(row).toHaveTextContent(/01\/10\/2026.*-\s?R?\$?\s?120,50/);
    await expectNoAxeViolations(container);
  });

  it('are corrected in their form, with a fixed person and errors at their fields', async () => {
    open();
    const sent: unknown[] = [];
    server.use(
      http.put(`${base}/5`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(
          { error: 'Confira.', code: 'INVALIDO', errors: { valor: 'A conta já foi encerrada.' } },
          { status: 422 },
        );
      }),
    );
    const { container } = renderApp('/cadastros/saldos-iniciais/5');
    const user = userEvent.setup();
    const amount = await screen.findByRole('textbox', { name: /Valor/ });
    expect(screen.getByRole('combobox', { name: /Pessoa/ })).toBeDisabled();
    await user.clear(amount);
    await user.type(amount, '-80,00');
    const save = screen.getByRole('button', { name: 'Salvar saldo inicial' });
    await waitFor(() => expect(save).toBeEnabled());
    await user.click(save);
    expect(await screen.findByText('A conta já foi encerrada.')).toBeTruthy();
    expect(sent).toEqual([{ versao: 1, dados: { valor: '-80' } }]);
    await user.clear(amount);
    await user.type(amount, '-75,50{Control>}{Enter}{/Control}');
    await waitFor(() => expect(sent[1]).toEqual({ versao: 1, dados: { valor: '-75.5' } }));
    await expectNoAxeViolations(container);
  });

  it('are read-only without permission to write', async () => {
    open({ pode: { criar: false, alterar: false, excluir: false, importar: false } });
    const { unmount } = renderApp('/cadastros/saldos-iniciais/5');
    expect(await screen.findByRole('textbox', { name: /Valor/ })).toBeDisabled();
    unmount();
    freshBrowser();
    server.use(...signedIn(GRANTS));
    renderApp('/cadastros/saldos-iniciais/create');
    expect(await screen.findByText(/Seu perfil não dá acesso/)).toBeTruthy();
  });
});

describe('records of an own type in the customer panel', () => {
  const base = '/config/cadastros/contratos';
  const contracts = {
    ...{ chave: 'contratos', icone: 'Handshake', grupo: 'Próprios', descricao: 'O que foi emprestado.' },
    titulo: { um: 'contrato', muitos: 'contratos', genero: 'm' },
    campos: {
      numero: { tipo: 'TEXT', titulo: 'Número', obrigatorio: true, tamanho: 20 },
      nome: { tipo: 'TEXT', titulo: 'Nome', obrigatorio: true },
      cliente: { tipo: 'REFERENCIA', titulo: 'Cliente', referencia: 'clientes' },
      moradores: { tipo: 'INTEIRO', titulo: 'Moradores', pessoal: true },
      parentes: {
        ...{ tipo: 'LISTA', titulo: 'Parentes', item: 'Parente', codigo: ['nome'], pessoal: true },
        campos: { nome: { tipo: 'TEXT', titulo: 'Nome do parente' } },
      },
    },
    ...{ codigo: ['numero'], nome: 'nome', busca: ['numero', 'nome'] },
    lista: {
      colunas: ['nome', 'numero', 'moradores', 'parentes'],
      ordem: 'numero',
      ordenaveis: ['numero'],
      filtros: [],
    },
  } as unknown as AnyRecordType;
  let names: Record<number, string>;
  let versao = 1;
  const record = (id: number) => ({
    ...{ id, versao, numero: `CT-${id}`, nome: names[id], cliente: CUSTOMER.cnpj, rotulos: {} },
  });
  const open = (veTodos: boolean, path = '/clientes/12/cadastro-contratos') => {
    const type = viewOf(contracts, { veTodos });
    const { chave, titulo, icone, grupo, descricao, pode } = type;
    const own = {
      chave,
      titulo,
      icone,
      grupo,
      descricao,
      pode,
      noPainelDoCliente: 'cliente',
      noTicket: null,
    };
    server.use(
      http.get('/config/cadastros-proprios', () => HttpResponse.json({ itens: [own] })),
      http.get(`${base}/definicao`, () => HttpResponse.json({ data: type })),
      http.get(base, () => HttpResponse.json(pageOf(Object.keys(names).map((id) => record(Number(id)))))),
      http.get(`${base}/:id`, ({ params }) => HttpResponse.json({ data: record(Number(params.id)) })),
    );
    return renderApp(path);
  };
  const tell = (channel: string) => {
    versao += 1;
    act(() => heard.get(channel)?.onEvent?.({ event: RECORDS_CHANGED, data: {} }));
  };
  beforeEach(() => {
    names = { 1: 'Freezer', 2: 'Vitrine' };
  });

  it('show changes and new ones live to people who see all of the type', async () => {
    open(true);
    await screen.findByText('Freezer');
    expect([...heard.keys()]).toContain(recordsChannel('contratos'));
    expect(heard.has(recordChannel('contratos', 1))).toBe(false);
    names = { 1: 'Freezer da padaria', 2: 'Vitrine', 3: 'Balança' };
    tell(recordsChannel('contratos'));
    await screen.findByText('Freezer da padaria');
    expect(screen.getByText('Balança')).toBeTruthy();
    // Events that were missed also trigger a reload.
    names = { 1: 'Freezer da esquina' };
    act(() => heard.get(recordsChannel('contratos'))?.onMissed?.());
    await screen.findByText('Freezer da esquina');
    expect(screen.queryByText('Vitrine')).toBeNull();
  });

  it('subscribe only to the shown records when the person sees a part of the type', async () => {
    open(false);
    await screen.findByText('Freezer');
    expect(heard.has(recordsChannel('contratos'))).toBe(false);
    names = { 1: 'Freezer', 2: 'Vitrine da esquina' };
    tell(recordChannel('contratos', 2));
    await screen.findByText('Vitrine da esquina');
  });

  it('update an open record with changes from elsewhere, but keep what is typed', async () => {
    open(true);
    const user = userEvent.setup();
    await user.click(await screen.findByText('Freezer'));
    const dialog = await screen.findByRole('dialog', { name: 'Freezer' });
    const name = await within(dialog).findByRole('textbox', { name: /Nome/ });
    names = { 1: 'Freezer de ilha', 2: 'Vitrine' };
    tell(recordChannel('contratos', 1));
    await within(dialog).findByRole('heading', { name: 'Freezer de ilha' });
    expect(name).toHaveValue('Freezer de ilha');
    await user.type(name, ' novo');
    names = { 1: 'Freezer horizontal', 2: 'Vitrine' };
    tell(recordChannel('contratos', 1));
    await within(dialog).findByRole('heading', { name: 'Freezer horizontal' });
    expect(name).toHaveValue('Freezer de ilha novo');
  });

  it('leave no draft of a record that changed elsewhere, neither untouched nor saved', async () => {
    const drafts: string[] = [];
    server.use(
      http.put('/config/rascunhos/:objeto', ({ params }) => {
        // Of the record before, what was typed last may be saved only now.
        if (params.objeto === 'cadastro-contratos-2') drafts.push('saved');
        return HttpResponse.json({
          data: { objeto: params.objeto, conteudo: {}, atualizado: '2026-09-18T15:00:00.000Z', versao: 1 },
        });
      }),
      http.delete('/config/rascunhos/:objeto', () => {
        drafts.push('removed');
        return HttpResponse.json({ data: {} });
      }),
      http.put(`${base}/2`, async ({ request }) => {
        const { dados } = (await request.json()) as { dados: { nome: string } };
        names = { 1: 'Freezer', 2: dados.nome };
        versao += 1;
        // The draft that is sent ends with its sending.
        if (request.headers.get('rascunho')) drafts.push('removed');
        return HttpResponse.json({ data: { id: 2, message: 'Contrato salvo.' } });
      }),
    );
    open(true, '/cadastros/contratos/2');
    const user = userEvent.setup();
    const name = await screen.findByRole('textbox', { name: /^Nome/ });
    names = { 1: 'Freezer', 2: 'Vitrine de ilha' };
    tell(recordChannel('contratos', 2));
    await waitFor(() => expect(name).toHaveValue('Vitrine de ilha'));
    await pause(BEYOND_A_PAUSE);
    expect(drafts).toEqual([]);
    await user.type(name, ' novo');
    await screen.findByText(/Rascunho salvo/);
    await user.click(screen.getByRole('button', { name: 'Salvar contrato' }));
    await screen.findByRole('heading', { name: 'Contratos' });
    await pause(BEYOND_A_PAUSE);
    expect(drafts.at(-1)).toBe('removed');
  });

  it('show hidden values as masked and disable their fields', async () => {
    server.use(...signedIn(GRANTS, undefined, true));
    const own = userEvent.setup();
    open(true, '/cadastros/contratos');
    const row = (await screen.findByRole('link', { name: 'Freezer' })).closest('tr') as HTMLElement;
    expect(within(row).getAllByText('***')).toHaveLength(2);
    await own.click(within(row).getByRole('link', { name: 'Freezer' }));
    expect(await screen.findByRole('textbox', { name: /^Nome/ })).toBeEnabled();
    expect(screen.getByRole('textbox', { name: 'Moradores' })).toBeDisabled();
    expect(screen.getAllByText(/^Oculto: são dados pessoais/)).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /Parente/ })).toBeNull();
  });
});
