import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { ProposedTerms } from '#contract/callcenter/quotes/proposedTerms.ts';
import type { EditedQuote } from '#contract/callcenter/quotes/quoteShapes.ts';
import { HttpResponse, http, refusal, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { editedQuote } from './editedQuote.ts';

Element.prototype.scrollIntoView = () => {};

const server = serve();
const person = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
beforeEach(freshBrowser);

const BEGUN: Partial<EditedQuote> = {
  itens: [],
  cobranca: { id: 1, desc: 'Boleto', taxaFixa: '0', descTaxaFixa: '' },
  plano: { id: 2, desc: '28 dias' },
  transportadora: { id: 8, nome: 'Rápida' },
};
const PROPOSED: ProposedTerms = {
  pedido: { id: 77, em: '2026-10-26T15:00:00.000Z' },
  campos: [
    { campo: 'idCobranca', valor: 1 },
    { campo: 'idPlano', valor: 2 },
    { campo: 'idTransportadora', valor: 8 },
  ],
  escolherDeNovo: ['tipo de frete'],
};

async function open(proposta: ProposedTerms | null = PROPOSED) {
  let held = editedQuote(BEGUN);
  const sent: Record<string, unknown>[] = [];
  const asked: unknown[] = [];
  server.use(
    ...signedIn(['ORCAMENTO', 'ORCAMENTO_EDITAR', 'CLIENTE']),
    http.get('/callcenter/clientes', () =>
      HttpResponse.json({
        itens: [{ id: 4, fant: 'Mercado Azul', razSoc: 'Azul Ltda.' }],
        paginator: { current_page: 1, per_page: 1, total: 1, last_page: 1 },
      }),
    ),
    http.post('/callcenter/orcamentos', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ data: { id: 31, message: 'Orçamento aberto.', proposta } });
    }),
    http.get('/callcenter/orcamentos/31/carrinho', () => HttpResponse.json({ data: held })),
    http.get('/callcenter/orcamentos/31/opcoes', () =>
      HttpResponse.json({
        data: {
          cobrancas: [
            { id: 1, desc: 'Boleto' },
            { id: 3, desc: 'PIX' },
          ],
          planos: [{ id: 2, desc: '28 dias', percentual: '0', minimo: '0' }],
          ...{ tabelas: [], tiposFrete: [], transportadoras: [{ id: 8, desc: 'Rápida Ltda.' }] },
        },
      }),
    ),
    http.put('/callcenter/orcamentos/31/autosave', async ({ request }) => {
      const { versao: _, ...change } = (await request.json()) as Record<string, unknown>;
      sent.push(change);
      held = {
        ...held,
        versao: held.versao + 1,
        ...('idCobranca' in change && {
          cobranca: change.idCobranca === 3 ? { id: 3, desc: 'PIX', taxaFixa: '0', descTaxaFixa: '' } : null,
        }),
        ...('idPlano' in change && { plano: null }),
        ...('idTransportadora' in change && { transportadora: null }),
      };
      return HttpResponse.json({ data: held });
    }),
    http.get('/callcenter/*', () => refusal(409, 'Agora não')),
  );
  const view = renderApp('/orcamentos/create?cliente=4');
  await screen.findByDisplayValue('4 - Mercado Azul');
  await person.click(screen.getByRole('button', { name: 'Abrir orçamento' }));
  await screen.findByRole('heading', { level: 1, name: /Orçamento #31/ });
  return { ...view, sent, asked };
}

const hints = () => screen.queryAllByText('Como no pedido 77').length;
const notice = () => screen.findByText(/Pagamento e entrega propostos do pedido 77, de 26\/10\/2026/);

it('shows what was proposed as a proposal, until it is changed', async () => {
  const { sent, asked } = await open();
  expect(asked).toEqual([{ idCli: 4, proporCondicoes: true }]);
  const box = (await notice()).closest('[role=alert]') as HTMLElement;
  expect(box).toHaveTextContent('Do pedido 77, não vale mais: tipo de frete. Escolha de novo.');
  await waitFor(() => expect(hints()).toBe(3));
  await expectNoAxeViolations(box);
  await person.click(screen.getByRole('combobox', { name: /^Cobrança/ }));
  await person.click(await screen.findByRole('option', { name: 'PIX' }));
  await waitFor(() => expect(sent).toEqual([{ idCobranca: 3 }]));
  await waitFor(() => expect(hints()).toBe(2));
});

it('takes back by one press what is still as it was proposed', async () => {
  const { sent } = await open();
  const box = (await notice()).closest('[role=alert]') as HTMLElement;
  await person.click(within(box).getByRole('button', { name: 'Começar sem a proposta' }));
  await waitFor(() => expect(sent).toEqual([{ idCobranca: null, idPlano: null, idTransportadora: null }]));
  await waitFor(() => expect(hints()).toBe(0));
});

it('says nothing where nothing was proposed', async () => {
  await open(null);
  expect(await screen.findByRole('combobox', { name: /^Cobrança/ })).toBeVisible();
  expect([hints(), screen.queryByText(/propostos do pedido/)]).toEqual([0, null]);
});
