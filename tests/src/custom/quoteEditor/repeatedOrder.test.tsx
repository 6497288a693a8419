import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { RepeatedOrder } from '#contract/callcenter/orders/repeatedOrder.ts';
import { HttpResponse, http, refusal, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { editedQuote, product } from './editedQuote.ts';

// jsdom has no layout, so there is nothing to scroll.
Element.prototype.scrollIntoView = () => {};

const server = serve();
const person = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
beforeEach(freshBrowser);

const customer = { id: 31, fant: 'Mercado São João', razSoc: 'São João Ltda.', documento: '12ABC34501DE35' };
const repeated: RepeatedOrder = {
  id: 31,
  message: 'Orçamento 31 feito do pedido 812: 1 item, 1 produto faltou.',
  origem: { id: 812, numero: '812', em: '2026-11-20T12:00:00.000Z' },
  mudancas: [],
  ajustes: ['Copo: de 2 unidades para 5 unidades, porque se vende de 5 em 5.'],
  faltam: [
    {
      idProd: 4,
      produto: 'Moedor antigo',
      motivo: 'FORA_DE_LINHA',
      texto: 'Saiu de linha.',
      similares: [{ produto: product, qtde: '2' }],
    },
    { idProd: 6, produto: 'Brinde', motivo: 'BONIFICADO', texto: 'Foi bonificado.', similares: [] },
  ],
  escolherDeNovo: ['plano de pagamento'],
};

async function findCustomer(repeat: () => Response | Promise<Response>) {
  const calls: string[] = [];
  const saved: { linhas: object[] }[] = [];
  const held = editedQuote();
  server.use(
    ...signedIn(['ORCAMENTO', 'ORCAMENTO_EDITAR', 'CLIENTE', 'CONTA']),
    http.get('/sac/busca', () => HttpResponse.json({ tickets: [], clientes: [customer], mais: false })),
    http.post('/callcenter/clientes/31/repetir-ultimo-pedido', ({ request }) => {
      calls.push(request.headers.get('idempotency-key') ?? '');
      return repeat();
    }),
    http.get('/callcenter/orcamentos/31/carrinho', () => HttpResponse.json({ data: held })),
    http.post('/callcenter/orcamentos/31/linhas', async ({ request }) => {
      saved.push((await request.json()) as never);
      const linha = { situacao: 'INCLUIDA', idProd: 5, produto: 'Arroz', problema: '', alternativas: [] };
      return HttpResponse.json({
        data: { orcamento: { ...held, versao: held.versao + 1 }, linhas: [linha] },
      });
    }),
    http.get('/callcenter/*', () => refusal(409, 'Agora não')),
  );
  const { router } = renderApp('/conta/senha');
  await screen.findByRole('heading', { name: 'Alterar senha' });
  await person.keyboard('{Control>}k{/Control}');
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'joao' } });
  await screen.findByText('Repetir último pedido');
  await expectNoAxeViolations(screen.getByRole('dialog', { name: 'Buscar e ir' }));
  await person.keyboard('{Shift>}{Enter}{/Shift}');
  return { router, calls, saved };
}

it('opens from the search with one key, and offers what may replace what is missing', async () => {
  const { router, calls, saved } = await findCustomer(() => HttpResponse.json({ data: repeated }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/orcamentos/31'));
  expect(calls).toEqual([expect.stringMatching(/.{8,}/)]);
  const box = await screen.findByText(/Repetido do pedido 812/);
  const alert = box.closest('[role=alert]') as HTMLElement;
  expect(alert).toHaveTextContent('Escolha de novo: plano de pagamento.');
  expect(alert).toHaveTextContent('Copo: de 2 unidades para 5');
  const [gone, gift] = within(screen.getByRole('list', { name: 'O que faltou do pedido' })).getAllByRole(
    'listitem',
  ) as [HTMLElement, HTMLElement];
  expect(within(gift).queryByRole('button')).toBeNull();
  await person.dblClick(
    within(gone).getByRole('button', { name: /Incluir 2 × Arroz branco 5 kg \(Pacote com 6\)/ }),
  );
  await waitFor(() => expect(gone).toHaveTextContent('No lugar dele, Arroz branco 5 kg.'));
  expect(saved.flatMap(({ linhas }) => linhas)).toEqual([
    { texto: 'Arroz branco 5 kg', idProd: 5, idEmb: 9, qtde: '2' },
  ]);
  await expectNoAxeViolations(alert);
});

it('says why there is nothing to repeat, and stays where it was', async () => {
  const { router } = await findCustomer(() =>
    refusal(409, 'Este cliente ainda não tem pedido para repetir.'),
  );
  expect(await screen.findByText('Este cliente ainda não tem pedido para repetir.')).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/conta/senha');
});

it('says that it is at it, and makes one quote however often and wherever it is asked for', async () => {
  let answer = () => {};
  const { router, calls } = await findCustomer(
    () =>
      new Promise<Response>((done) => {
        answer = () => done(HttpResponse.json({ data: repeated }));
      }),
  );
  expect(await screen.findByText('Repetindo o último pedido…')).toBeInTheDocument();
  await person.keyboard('{Control>}k{/Control}');
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'joao' } });
  await screen.findByText('Repetir último pedido');
  await person.keyboard('{Shift>}{Enter}{/Shift}');
  answer();
  await waitFor(() => expect(router.state.location.pathname).toBe('/orcamentos/31'));
  expect(calls).toHaveLength(1);
});
