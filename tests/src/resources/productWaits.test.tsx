import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ProductWait } from '#contract/callcenter/productWaits.ts';
import { HttpResponse, http, serve } from '../dataProvider/server.ts';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';
import { freshBrowser, renderApp, signedIn } from './renderApp.tsx';

const server = serve();
beforeEach(freshBrowser);

const wait: ProductWait = {
  id: 4,
  produto: { id: 9, nome: 'Café torrado' },
  cliente: { id: 12, nome: 'Padaria Lima' },
  filial: { id: 1, nome: 'Matriz' },
  vendedor: { id: 7, nome: 'Ana' },
  idPedido: 31,
  desde: '2026-11-01T12:00:00.000Z',
  encerradaEm: null,
  motivo: null,
  versao: 2,
};

it('lists who waits, and ends a wait once the customer was told', async () => {
  let open = [wait];
  const sent: unknown[] = [];
  server.use(
    ...signedIn(['CLIENTE', 'CLIENTE_ORCAMENTOS', 'ORCAMENTO', 'ORCAMENTO_EDITAR']),
    http.get('/callcenter/esperas-produto', () =>
      HttpResponse.json({
        itens: open,
        paginator: { total: open.length, current_page: 1, last_page: 1, per_page: 50 },
      }),
    ),
    http.post('/callcenter/esperas-produto/4/encerrar', async ({ request }) => {
      sent.push(await request.json());
      open = [];
      return HttpResponse.json({ data: { id: 4, message: 'Espera encerrada.' } });
    }),
  );
  const user = userEvent.setup({ delay: null });
  const { container } = renderApp('/esperas-produto');
  await user.click(await screen.findByRole('button', { name: 'Avisei Padaria Lima sobre Café torrado' }));
  await waitFor(() => expect(sent).toEqual([{ motivo: 'AVISADO', versao: 2 }]));
  expect(await screen.findByText('Ninguém espera por um produto')).toBeInTheDocument();
  await expectNoAxeViolations(container);
});

it('shows the page before when the last wait of the last page is ended', async () => {
  let total = 51;
  server.use(
    ...signedIn(['CLIENTE', 'CLIENTE_ORCAMENTOS', 'ORCAMENTO', 'ORCAMENTO_EDITAR']),
    http.get('/callcenter/esperas-produto', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'));
      const ids = Array.from({ length: total }, (_, index) => index + 1).slice((page - 1) * 50, page * 50);
      return HttpResponse.json({
        itens: ids.map((id) => ({ ...wait, id, cliente: { id, nome: `Cliente ${id}` } })),
        paginator: { total, current_page: page, last_page: Math.ceil(total / 50), per_page: 50 },
      });
    }),
    http.post('/callcenter/esperas-produto/51/encerrar', () => {
      total = 50;
      return HttpResponse.json({ data: { id: 51, message: 'Espera encerrada.' } });
    }),
  );
  const user = userEvent.setup({ delay: null });
  renderApp('/esperas-produto');
  await user.click(await screen.findByRole('button', { name: 'Página 2' }));
  await user.click(await screen.findByRole('button', { name: 'Avisei Cliente 51 sobre Café torrado' }));
  expect(
    await screen.findByRole('button', { name: 'Avisei Cliente 1 sobre Café torrado' }),
  ).toBeInTheDocument();
});
