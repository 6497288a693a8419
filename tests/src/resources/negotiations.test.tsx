import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type {
  NegotiatedQuoteDetail,
  Negotiation,
  NegotiationDetail,
} from '#contract/callcenter/quotes/negotiations.ts';
import type { Permission } from '#contract/permissions.ts';
import { listChannel, NEGOTIATIONS_CHANGED } from '#contract/realtime.ts';
import { live } from '#ui/live/live.ts';
import type { Listener } from '#ui/live/liveClient.ts';
import { HttpResponse, http, person, serve } from '../dataProvider/server.ts';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from './renderApp.tsx';
import { pageOf } from './tickets/fixtures.ts';

const DECIDER: Permission[] = ['SAC_HOME', 'PRECO_NEGOCIADO', 'PRECO_NEGOCIADO_DECIDIR'];
const server = serve();
/** Is notified of every branch at once. */
const SUPERVISOR = { ...person(7), tipo: 'SUPERVISOR' as const };

const price = (id: number, descricao: string, fields: Partial<Negotiation> = {}): Negotiation => ({
  id,
  idPedido: 812,
  idItem: id * 10,
  status: 'P',
  cliente: { id: 230, fant: 'Mercado Lua', razSoc: 'Lua Ltda.', legendas: [] },
  filial: { id: 1, nome: 'São Paulo' },
  produto: { id, idExibicao: `P-${id}`, descricao, unidade: 'CX' },
  quantidade: '3.000',
  precoTabela: '10.0000',
  condicao: '28 dias',
  embalagem: { unidade: 'UN', fator_conversao: '1' },
  precoSolicitado: '8.0000',
  precoAutorizado: null,
  percDesconto: '20',
  solicitante: { id: 9, nome: 'Patrícia Lopes' },
  motivo: 'Volume da compra',
  idMotivo: 2,
  obs: '',
  dtHorInc: new Date().toISOString(),
  decisor: null,
  dtHorDecisao: null,
  motivoDecisao: '',
  ciente: false,
  versao: 4,
  acoes: { decidir: true, alterar: false, cancelar: false, estarCiente: false },
  ...fields,
});

const detail = (row: Negotiation): NegotiationDetail => ({
  ...row,
  precoAtual: '10.0000',
  margem: { custo: '6.0000', tabela: '40', solicitado: '25', autorizado: null },
  compras: [
    { numNf: 501, pedido: null, data: '2026-10-02', quantidade: '5.000', unidade: 'UN', preco: '9.5000' },
    { numNf: null, pedido: 'A-17', data: '2026-09-02', quantidade: '2.000', unidade: 'CX', preco: '9' },
  ],
  negociacoes: [],
});

const oil = price(1, 'Óleo de soja');
const rice = price(2, 'Arroz agulhinha', {
  acoes: { decidir: false, alterar: false, cancelar: true, estarCiente: false },
});
const quote: NegotiatedQuoteDetail = {
  idPedido: 812,
  status: 'ATIVO',
  aberto: true,
  versao: 3,
  cliente: oil.cliente,
  filial: oil.filial,
  vendedor: { id: 9, nome: 'Patrícia Lopes' },
  condicao: '28 dias',
  total: '120.0000',
  itens: [detail(oil), detail(rice)],
};

function start(rows = [oil, rice]) {
  const requested: string[] = [];
  server.use(
    ...signedIn(DECIDER, SUPERVISOR),
    http.get('/callcenter/precos-negociados', ({ request }) => {
      requested.push(new URL(request.url).search);
      return HttpResponse.json(pageOf(rows));
    }),
    http.get('/callcenter/precos-negociados/812/detalhes', () => HttpResponse.json({ data: quote })),
  );
  const { router } = renderApp('/negociacoes');
  return { requested, router };
}

const answers = (method: 'put' | 'delete', falhas: object[] = []) => {
  const sent: { search: string; body: unknown }[] = [];
  server.use(
    http[method]('/callcenter/precos-negociados', async ({ request }) => {
      const body = method === 'put' ? await request.json() : null;
      sent.push({ search: new URL(request.url).search, body });
      return HttpResponse.json({ processados: 1, sucesso: falhas.length > 0 ? [] : [1], falhas });
    }),
  );
  return sent;
};

beforeEach(() => {
  freshBrowser();
  windowOf(1280);
});

describe('price negotiations', () => {
  it('open a price with margin and history, and authorise another price with a reason', async () => {
    const user = userEvent.setup();
    const sent = answers('put');
    const { requested } = start();
    await user.click(await screen.findByRole('button', { name: /Óleo de soja/ }));
    const panel = await screen.findByRole('dialog', { name: /Preços negociados do orçamento 812/ });
    const card = await within(panel).findByRole('region', { name: 'Óleo de soja' });
    expect(card).toHaveTextContent('R$ 8,00 (−20,0%)');
    expect(card).toHaveTextContent('lucro 25,0%');
    expect(card).toHaveTextContent('NF 501');
    expect(card).toHaveTextContent('Pedido A-17');
    expect(card).toHaveTextContent(/Custo\s*R\$ 6,00(?!\d)/);
    await expectNoAxeViolations(panel);
    await user.click(within(card).getByRole('button', { name: 'Autorizar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Autorizar o preço?' });
    expect(dialog).toHaveTextContent('Condição: 28 dias. O orçamento passa a ter este preço.');
    const field = within(dialog).getByLabelText('Preço autorizado');
    await user.clear(field);
    await user.type(field, '10,50');
    await user.click(within(dialog).getByRole('button', { name: 'Autorizar' }));
    expect(await within(dialog).findByText(/no máximo o preço de tabela/)).toBeInTheDocument();
    await user.clear(field);
    await user.type(field, '9,25');
    await user.type(within(dialog).getByLabelText('Motivo'), 'Volume');
    await user.click(within(dialog).getByRole('button', { name: 'Autorizar' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({ itens: [{ id: 1, versao: 4, preco: '9.25' }], motivo: 'Volume' });
    expect(requested[0]).toContain('orderBy=dtHorInc');
    expect(await screen.findByText('1 preço autorizado.')).toBeInTheDocument();
  });

  it('show in place that somebody else decided a price shown as pending', async () => {
    const heard = new Map<string, Listener>();
    const listen = jest.spyOn(live, 'listen').mockImplementation((channel, listener) => {
      heard.set(channel, listener);
      return () => {};
    });
    start();
    const user = userEvent.setup();
    const waiting = await screen.findByRole('checkbox', { name: /Selecionar Óleo de soja/ });
    await waitFor(() => expect(heard.has(listChannel('negociacoes'))).toBe(true));
    const decided = price(1, 'Óleo de soja', {
      status: 'A',
      decisor: { id: 8, nome: 'Rita Alves' },
      acoes: { decidir: false, alterar: false, cancelar: false, estarCiente: false },
    });
    server.use(
      http.get('/callcenter/precos-negociados', ({ request }) => {
        const requested = new URL(request.url).searchParams.getAll('ids[]');
        return HttpResponse.json(pageOf(requested.includes('1') ? [decided] : [rice]));
      }),
    );
    act(() => heard.get(listChannel('negociacoes'))?.onEvent?.({ event: NEGOTIATIONS_CHANGED, data: {} }));
    expect(await screen.findByText('por Rita Alves')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /^Autorizado Óleo de soja/ })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /Arroz agulhinha/ })).toBeInTheDocument();
    await user.click(waiting);
    expect(screen.queryByRole('button', { name: /^Autorizar/ })).not.toBeInTheDocument();
    listen.mockRestore();
  });

  it('stay selected where the tab that is shown is pressed again', async () => {
    const user = userEvent.setup();
    start();
    const box = await screen.findByRole('checkbox', { name: /Selecionar Óleo de soja/ });
    await user.click(box);
    const shown = screen.getByRole('tab', { selected: true });
    await user.click(shown);
    expect(box).toBeChecked();
    const other = screen.getAllByRole('tab', { selected: false })[0];
    if (other) await user.click(other);
    await waitFor(() => expect(screen.queryByRole('checkbox', { checked: true })).not.toBeInTheDocument());
  });

  it('are written once into the address as they were left, so that a tab that is pressed meanwhile counts', async () => {
    const user = userEvent.setup();
    const left = { sort: 'dtHorInc', order: 'DESC', page: 1, perPage: 25, filter: { termo: 'soja' } };
    localStorage.setItem('RaStorebalcao.negociacoes.listParams', JSON.stringify(left));
    const { requested, router } = start();
    await screen.findByRole('checkbox', { name: /Selecionar Óleo de soja/ });
    expect(router.replaced.filter((address) => address.includes('soja'))).toHaveLength(1);
    await user.click(screen.getByRole('tab', { name: 'Todos' }));
    expect(await screen.findByRole('tab', { name: 'Todos', selected: true })).toBeInTheDocument();
    await waitFor(() => expect(requested.at(-1)).toContain('TODOS'));
  });

  it('change an own request while it is pending', async () => {
    const user = userEvent.setup();
    const own = price(3, 'Feijão preto', {
      obs: 'Concorrente',
      acoes: { decidir: false, alterar: true, cancelar: true, estarCiente: false },
    });
    const sent: unknown[] = [];
    start([own]);
    server.use(
      http.get('/callcenter/precos-negociados/812/detalhes', () =>
        HttpResponse.json({ data: { ...quote, itens: [detail(own)] } }),
      ),
      http.get('/callcenter/precos-negociados/motivos', () => HttpResponse.json([{ id: 2, nome: 'Volume' }])),
      http.put('/callcenter/precos-negociados/812', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ data: { message: '1 preço alterado.' } });
      }),
    );
    await user.click(await screen.findByRole('button', { name: /Feijão preto/ }));
    await user.click(await screen.findByRole('button', { name: 'Alterar solicitação' }));
    const dialog = await screen.findByRole('dialog', { name: 'Alterar solicitação' });
    const field = within(dialog).getByLabelText(/Preço desejado/);
    expect(field).toHaveValue('8,00');
    expect(within(dialog).getByLabelText('Observação')).toHaveValue('Concorrente');
    await user.clear(field);
    await user.type(field, '8,50');
    await user.click(within(dialog).getByRole('button', { name: 'Alterar solicitação' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      itens: [{ id: 3, versao: 4, preco: '8.5', idMotivo: 2, obs: 'Concorrente' }],
    });
    expect(await screen.findByText('1 preço alterado.')).toBeInTheDocument();
  });

  it('deny by keyboard with a reason only, and say who was faster', async () => {
    const user = userEvent.setup();
    const mensagem = 'Sílvia Moura já autorizou este preço. Veja como ficou.';
    const sent = answers('delete', [{ id: 1, codigo: 'JA_DECIDIDO', mensagem }]);
    start();
    await screen.findByRole('button', { name: /Óleo de soja/ });
    await user.keyboard('jn');
    const dialog = await screen.findByRole('dialog', { name: 'Negar o preço?' });
    await user.click(within(dialog).getByRole('button', { name: 'Negar' }));
    await waitFor(() =>
      expect(within(dialog).getByLabelText(/Motivo/)).toHaveAccessibleDescription(
        'Informe por que o preço foi negado.',
      ),
    );
    await user.type(within(dialog).getByLabelText(/Motivo/), 'Sem margem');
    await user.click(within(dialog).getByRole('button', { name: 'Negar' }));
    expect(await screen.findByText(mensagem, { exact: false })).toBeInTheDocument();
    expect(decodeURIComponent(sent[0]?.search ?? '')).toBe('?ids[]=1&motivo=Sem margem');
  });

  it('offer only allowed actions for the selection, and say why there are none', async () => {
    const user = userEvent.setup();
    start();
    await user.click(await screen.findByRole('checkbox', { name: /Arroz/ }));
    const bar = screen.getByRole('region', { name: 'Ações para a seleção' });
    expect(within(bar).getByRole('button', { name: 'Cancelar solicitação' })).toBeInTheDocument();
    expect(within(bar).queryByRole('button', { name: /Autorizar/ })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: /Óleo/ }));
    expect(within(bar).getByRole('button', { name: 'Autorizar (1)' })).toBeInTheDocument();
  });

  it('show who asked, why and when on a phone too', async () => {
    windowOf(360);
    start();
    const list = await screen.findByRole('list', { name: 'Preços negociados' });
    const [card] = within(list).getAllByRole('listitem');
    expect(
      within(card as HTMLElement)
        .getAllByRole('term')
        .map(({ textContent }) => textContent),
    ).toEqual(['Cliente', 'Solicitado', 'Desconto', 'Solicitante', 'Solicitado em']);
    expect(card).toHaveTextContent('Patrícia Lopes Volume da compra');
  });
});
