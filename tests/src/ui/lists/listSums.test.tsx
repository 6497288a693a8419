import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OrderRow } from '#contract/callcenter/orders/orderRow.ts';
import { type ColumnSum, type ListSums, MAX_SUMMED } from '#contract/listSums.ts';
import { HttpResponse, http, inTurn, loadOf, refusal, requested, serve } from '../../dataProvider/server.ts';
import { ANA, freshBrowser, renderApp, signedIn, windowOf } from '../../resources/renderApp.tsx';
import { pageOf } from '../../resources/tickets/fixtures.ts';
import { expectNoAxeViolations } from '../components/support/expectNoAxeViolations.ts';

const server = serve();

const row = (id: number, vlTot: string): OrderRow => ({
  id,
  tipo: 'PEDIDO',
  versao: 1,
  cliente: { id: 2, razSoc: 'Mercado Azul Ltda.', fant: 'Mercado Azul' },
  colaborador: { id: 7, nome: 'Ana Ribeiro' },
  st: 'FATURADO',
  linkPagamentoStatus: null,
  linkPagamento: null,
  dtHorInc: '2026-11-20T15:00:00.000Z',
  dtVal: null,
  dtProgr: null,
  dtMov: '2026-11-20T15:00:00.000Z',
  grupo: null,
  qtdeIt: 2,
  vlTot,
  emitente: { id: 1, desc: 'Matriz' },
  canal: 'CALLCENTER',
  liberadoPara: null,
});

const somas = (total: string, media: string, valores: number): ColumnSum[] => [
  { coluna: 'qtdeIt', formato: 'INTEIRO', valores, soma: '7', media: '2.333333' },
  { coluna: 'vlTot', formato: 'DINHEIRO', valores, soma: total, media },
];

const ALL: ListSums = { total: 3, somas: somas('1234567.89', '411522.63', 3), nosGrupos: [] };
const GROUPED: ListSums = {
  ...ALL,
  grupos: {
    total: 201,
    itens: [
      { grupo: 'st:FATURADO', rotulo: 'Faturado', total: 2, somas: somas('1234000.00', '617000', 2) },
      { grupo: 'st:', rotulo: null, total: 1, somas: somas('567.89', '567.89', 1) },
    ],
  },
};

/** What the list and its sums were asked for, in order. */
const asked = (path: string) =>
  requested
    .filter((line) => line.startsWith(`GET ${path}?`) || line === `GET ${path}`)
    .map((line) => new URL(line.slice(4), 'http://x').searchParams);
const sumsAsked = () => asked('/callcenter/pedidos/somas');

/** The list of orders with these answers for its sums. */
function showOrders(answer: (query: URLSearchParams) => Response, path = '/pedidos') {
  server.use(
    ...signedIn(['PEDIDO', 'CLIENTE']),
    http.get('/callcenter/pedidos', () => HttpResponse.json(pageOf([row(1, '10'), row(2, '20')]))),
    http.get('/callcenter/pedidos/somas', ({ request }) => answer(new URL(request.url).searchParams)),
    http.put('/config/preferencias', () => HttpResponse.json({ data: { message: '' } })),
  );
  return renderApp(path);
}

const answered = (query: URLSearchParams) =>
  HttpResponse.json(
    query.get('agrupar_por')
      ? GROUPED
      : {
          ...ALL,
          nosGrupos: query
            .getAll('no_grupo[]')
            .map((grupo) => ({ grupo, rotulo: grupo === 'st:' ? null : 'Faturado' })),
        },
  );

const foot = () => screen.findByRole('group', { name: 'Somas' });
const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ');
const footText = async () => plain((await foot()).textContent);

beforeEach(() => {
  freshBrowser();
  windowOf(1280);
});

describe('the foot of a list', () => {
  it('sums all rows that are found by one request of its own, whichever page is shown', async () => {
    showOrders(answered);
    await waitFor(
      async () =>
        expect(await footText()).toBe('Itens: 7 · média 2,33Total: R$ 1.234.567,89 · média R$ 411.522,63'),
      { timeout: 60_000 },
    );
    expect(sumsAsked()).toHaveLength(1);
    // Neither a page nor an order changes what is summed.
    expect([...(sumsAsked()[0]?.keys() ?? [])]).toEqual([]);
    expect(asked('/callcenter/pedidos')).toHaveLength(1);
  });

  it('asks for a filter where there are too many rows', async () => {
    showOrders(() => HttpResponse.json({ total: MAX_SUMMED, mais: true, somas: [], nosGrupos: [] }));
    await waitFor(async () =>
      expect((await foot()).textContent).toBe(
        'Mais de 50.000 pedidos: use um filtro, como um período, e as somas aparecem.',
      ),
    );
  });

  it('says when the sums do not come, beside the rows, and asks again', async () => {
    showOrders(
      inTurn(
        () => refusal(403, 'Sem acesso.'),
        () => HttpResponse.json(ALL),
      ),
    );
    expect((await within(await foot()).findByRole('alert')).textContent).toContain('Sem acesso.');
    expect(screen.getByRole('table', { name: 'Pedidos' }).textContent).toContain('Mercado Azul');
    await userEvent.click(within(await foot()).getByRole('button', { name: 'Tentar novamente' }));
    await waitFor(async () => expect(await footText()).toContain('R$ 1.234.567,89'));
  });

  it('is not there where nothing is found', async () => {
    showOrders(() => HttpResponse.json({ total: 0, somas: somas('0', '0', 0), nosGrupos: [] }));
    await waitFor(() => expect(sumsAsked()).toHaveLength(1), { timeout: 60_000 });
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(screen.queryByRole('group', { name: 'Somas' })).toBeNull();
  });
});

describe('groups of a list', () => {
  const group = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Agrupar' }));
    await userEvent.click(screen.getByRole('menuitem', { name }));
  };

  it('take the place of the rows, and one of them filters the list; back returns to them', async () => {
    const { router } = showOrders(answered);
    await group('Situação');
    const table = await screen.findByRole('table', { name: 'Grupos por Situação' });
    await within(table).findByText('Faturado');
    expect(
      within(table)
        .getAllByRole('row')
        .map((each) => plain(each.textContent)),
    ).toEqual(['SituaçãoPedidosItensTotal', 'Faturado27R$ 1.234.000,00', 'Em branco17R$ 567,89']);
    expect(screen.getByText('Situação: 2 de 201 grupos')).toBeTruthy();
    expect(router.state.location.search).toContain('agrupar_por');
    await expectNoAxeViolations();
    await userEvent.click(within(table).getByRole('button', { name: 'Em branco' }));
    await screen.findByRole('table', { name: 'Pedidos' });
    // What was pressed is gone.
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    await waitFor(() => expect(asked('/callcenter/pedidos').at(-1)?.getAll('no_grupo[]')).toEqual(['st:']));
    expect(await screen.findByText('Grupo: Situação: Em branco')).toBeTruthy();
    expect(screen.queryByRole('table', { name: 'Grupos por Situação' })).toBeNull();
    await act(() => router.navigate(-1));
    expect(await screen.findByRole('table', { name: 'Grupos por Situação' })).toBeTruthy();
  });

  it('offer what the chosen columns tell, dates by day and by month, and end', async () => {
    showOrders(answered);
    await userEvent.click(await screen.findByRole('button', { name: 'Agrupar' }));
    // Group, plan and channel are hidden columns.
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Vendedor',
      'Cliente',
      'Situação',
      'Incluído, por dia',
      'Incluído, por mês',
      'Validade, por dia',
      'Validade, por mês',
      'Emitente',
    ]);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Incluído, por mês' }));
    await screen.findByRole('table', { name: 'Grupos por Incluído, por mês' });
    expect(sumsAsked().at(-1)?.get('agrupar_por')).toBe('dtHorInc:mes');
    await userEvent.click(screen.getByRole('button', { name: 'Ver as linhas' }));
    await screen.findByRole('table', { name: 'Pedidos' });
  });

  it('are shown from the address, as cards on a phone', async () => {
    windowOf(360);
    showOrders(answered, `/pedidos?filter=${encodeURIComponent(JSON.stringify({ agrupar_por: 'st' }))}`);
    expect(await screen.findByText('Em branco')).toBeTruthy();
    expect(sumsAsked()).toHaveLength(1);
    await userEvent.click(screen.getByText('Faturado'));
    await waitFor(() =>
      expect(asked('/callcenter/pedidos').at(-1)?.getAll('no_grupo[]')).toEqual(['st:FATURADO']),
    );
  });

  it('open none while the filter has no room for another one, and say so', async () => {
    const filter = { agrupar_por: 'st', no_grupo: ['1', '2', '3', '4', '5'].map((id) => `cliente:${id}`) };
    showOrders(answered, `/pedidos?filter=${encodeURIComponent(JSON.stringify(filter))}`);
    const table = await screen.findByRole('table', { name: 'Grupos por Situação' });
    await within(table).findByText('Faturado');
    expect(within(table).queryByRole('button', { name: 'Faturado' })).toBeNull();
    expect(screen.getByText('O filtro já tem 5 grupos: retire um para abrir outro.')).toBeTruthy();
  });

  it('are named in the filter by the words of the company', async () => {
    showOrders(answered, `/pedidos?filter=${encodeURIComponent(JSON.stringify({ no_grupo: ['st:'] }))}`);
    const palavras = { rotulos: { Situação: 'Fase' } };
    server.use(
      http.get('/sac/carga', () => HttpResponse.json({ ...loadOf(ANA, ['PEDIDO', 'CLIENTE']), palavras })),
    );
    expect(await screen.findByText('Grupo: Fase: Em branco')).toBeTruthy();
  });

  it('say why they are not there, and lead back to the rows', async () => {
    showOrders(
      () =>
        refusal(422, 'Dados inválidos.', {
          errors: { agrupar_por: 'Esta lista não se agrupa por esta coluna.' },
        }),
      `/pedidos?filter=${encodeURIComponent(JSON.stringify({ agrupar_por: 'xyz' }))}`,
    );
    expect(await screen.findByText('Não foi possível carregar')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Ver as linhas' }));
    await screen.findByRole('table', { name: 'Pedidos' });
  });
});
