import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OrderRow } from '#contract/callcenter/orders/orderRow.ts';
import { HttpResponse, http, requests, serve } from '../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from '../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';

const server = serve();

const AZUL = { id: 2, razSoc: 'Mercado Azul Ltda.', fant: 'Mercado Azul' };
const LUA = { id: 3, razSoc: 'Empório Lua Ltda.', fant: '' };
const row = (id: number, cliente: typeof AZUL, liberadoPara: string): OrderRow => ({
  id,
  tipo: 'ORCAMENTO',
  versao: 1,
  cliente,
  colaborador: { id: 7, nome: 'Ana Ribeiro' },
  st: 'ATIVO',
  linkPagamentoStatus: null,
  linkPagamento: null,
  dtHorInc: '2026-11-20T15:00:00.000Z',
  dtVal: '2026-12-01',
  dtProgr: null,
  dtMov: '2026-11-20T15:00:00.000Z',
  grupo: null,
  qtdeIt: 1,
  vlTot: '20',
  emitente: { id: 1, desc: 'Matriz' },
  canal: 'CALLCENTER',
  liberadoPara,
});
let released: OrderRow[] = [];
const recovered: unknown[] = [];

beforeEach(() => {
  freshBrowser();
  windowOf(1280);
  recovered.length = 0;
  released = [row(31, AZUL, 'B2B'), row(32, AZUL, 'FV'), row(33, LUA, 'FV')];
  server.use(
    http.get('/callcenter/orcamentos/clientes-liberados', () =>
      HttpResponse.json(
        [AZUL, LUA]
          .map((each) => ({
            ...each,
            quantidade: released.filter(({ cliente }) => cliente.id === each.id).length,
          }))
          .filter(({ quantidade }) => quantidade > 0),
      ),
    ),
    http.get('/callcenter/orcamentos/liberados', ({ request }) => {
      const id = Number(new URL(request.url).searchParams.get('clienteId'));
      const itens = released.filter(({ cliente }) => cliente.id === id);
      return HttpResponse.json({
        itens,
        paginator: { total: itens.length, per_page: 50, current_page: 1, last_page: 1 },
      });
    }),
    http.post('/callcenter/clientes/orcamentos-importar', async ({ request }) => {
      const body = (await request.json()) as { orcamentos: number[] };
      recovered.push(body);
      released = released.filter(({ id }) => !body.orcamentos.includes(id) || id === 32);
      const falhas = [{ id: 32, codigo: 'ORCAMENTO_VENCIDO', mensagem: 'O orçamento está vencido.' }];
      return HttpResponse.json({ data: { processados: 2, sucesso: [31], falhas } });
    }),
  );
});

describe('released quotes', () => {
  it('are shown by customer and recovered together, each failure with its reason', async () => {
    server.use(...signedIn(['ORCAMENTO', 'ORCAMENTO_LIBERAR']));
    const user = userEvent.setup();
    renderApp('/orcamentos-liberados');
    const table = await screen.findByRole('table', { name: 'Orçamentos liberados' }, { timeout: 60_000 });
    expect(await within(table).findByText('Na loja')).toBeTruthy();
    expect(within(table).getByText('Na força de vendas')).toBeTruthy();
    expect(within(table).queryByText('33')).toBeNull();
    await expectNoAxeViolations(document.body);

    await user.click(screen.getByRole('checkbox', { name: 'Selecionar orçamento 31' }));
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar orçamento 32' }));
    await user.click(screen.getByRole('button', { name: 'Recuperar' }));
    const question = await screen.findByRole('dialog', { name: 'Recuperar 2 orçamentos?' });
    await user.click(within(question).getByRole('button', { name: 'Recuperar' }));
    expect(await screen.findByText(/O orçamento está vencido\./)).toBeTruthy();
    expect(recovered).toEqual([{ clienteId: 2, orcamentos: [31, 32] }]);
    expect(requests.some(({ headers }) => headers.has('idempotency-key'))).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Ok, fechar' }));
    await waitFor(() => expect(within(table).queryByText('Na loja')).toBeNull());

    await user.click(await screen.findByRole('combobox', { name: 'Cliente' }));
    await user.click(await screen.findByRole('option', { name: /Empório Lua/ }));
    expect(await screen.findByRole('checkbox', { name: 'Selecionar orçamento 33' })).toBeTruthy();
  });

  it('are read-only without permission to recover, and say when there are none', async () => {
    server.use(...signedIn(['ORCAMENTO']));
    const { unmount } = renderApp('/orcamentos-liberados');
    expect(await screen.findByText('Na loja', {}, { timeout: 60_000 })).toBeTruthy();
    expect(screen.queryByRole('checkbox')).toBeNull();
    unmount();
    released = [];
    renderApp('/orcamentos-liberados');
    expect(await screen.findByText('Nenhum orçamento liberado')).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Cliente' })).toBeNull();
  });
});
