import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BoardOrder } from '#contract/callcenter/agendas/followUp.ts';
import type { Permission } from '#contract/permissions.ts';
import { HttpResponse, http, refusal, serve } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from '../renderApp.tsx';

const SELLER: Permission[] = [
  'SAC_HOME',
  'ACOMPANHAMENTO',
  'CLIENTE',
  'ORCAMENTO',
  'ORCAMENTO_EDITAR',
  'PEDIDO',
];
const server = serve();

const card = (id: number, st: string, fields: Partial<BoardOrder> = {}): BoardOrder => ({
  id,
  tipo: 'ORCAMENTO',
  versao: 3,
  cliente: { id: 230, razSoc: 'Lua Ltda.', fant: 'Mercado Lua' },
  colaborador: { id: 7, nome: 'Ana Paula de Souza' },
  st,
  linkPagamentoStatus: null,
  linkPagamento: null,
  dtHorInc: '2026-11-20T12:00:00.000Z',
  dtVal: null,
  dtProgr: null,
  dtMov: '2026-11-20T12:00:00.000Z',
  grupo: null,
  qtdeIt: 1,
  vlTot: '100',
  emitente: { id: 1, desc: 'Matriz' },
  canal: 'CALLCENTER',
  liberadoPara: null,
  perda: null,
  ...fields,
});

let cards: BoardOrder[];
let statuses: readonly string[];
let lost: { path: string; body: unknown }[];

beforeEach(() => {
  freshBrowser();
  windowOf(1280);
  cards = [card(51, 'ATIVO'), card(52, 'PERDIDO', { perda: { voltaA: 'COTACAO', definitiva: false } })];
  statuses = ['COTACAO', 'ATIVO', 'VENCIDO', 'PERDIDO'];
  lost = [];
  server.use(
    ...signedIn(SELLER),
    http.get('/callcenter/acompanhamentos', () =>
      HttpResponse.json({
        dtIni: '2026-11-01',
        dtFim: '2026-11-30',
        colunas: statuses.map((status) => {
          const itens = cards.filter(({ st }) => st === status);
          return { status, total: itens.length, valor: '0', itens };
        }),
      }),
    ),
    http.get('/callcenter/motivos-perda-atendimento', () => HttpResponse.json([{ id: 9, desc: 'Preço' }])),
    http.put('/callcenter/orcamentos/51/9', async ({ request }) => {
      lost.push({ path: new URL(request.url).pathname, body: await request.json() });
      if (lost.length === 1) return refusal(409, 'Sílvia mudou este orçamento.');
      cards = cards.map((each) => (each.id === 51 ? { ...each, st: 'PERDIDO' } : each));
      return HttpResponse.json({ data: { id: 51, message: 'Orçamento 51 dado como perdido' } });
    }),
  );
});

const column = (name: RegExp) => screen.getByRole('region', { name });
const cardOf = (id: number) => screen.findByRole('button', { name: new RegExp(`#${id}`) });
const lift = async (id: number) =>
  fireEvent.dragStart(await cardOf(id), { dataTransfer: { setData: () => undefined } });
/** Whether the column takes what is held, and what is said over it. */
const over = (name: RegExp) => {
  fireEvent.dragOver(column(name));
  return [column(name).dataset.drop, said()];
};
const said = () => document.querySelector('[role=status][data-drop]')?.textContent;

it('takes a quote to the column of an action, which asks as elsewhere, with the version of the card', async () => {
  const user = userEvent.setup({ delay: null });
  const { container } = renderApp('/acompanhamentos');
  await lift(51);
  expect(over(/^Ativo/)).toEqual([undefined, undefined]);
  expect(over(/^Orçamento Perdido/)).toEqual(['takes', 'Dar como perdido']);
  await expectNoAxeViolations(container);
  fireEvent.drop(column(/^Orçamento Perdido/));
  const asked = await screen.findByRole('dialog', { name: 'Dar como perdido: orçamento 51' });
  expect(said()).toBeUndefined();
  await user.click(within(asked).getByRole('combobox', { name: /Motivo da perda/ }));
  await user.click(await screen.findByRole('option', { name: 'Preço' }));
  const confirm = within(asked).getByRole('button', { name: 'Dar como perdido' });
  await user.click(confirm);
  expect(await within(asked).findByText('Sílvia mudou este orçamento.')).toBeVisible();
  await user.click(confirm);
  await waitFor(() => expect(asked).not.toBeInTheDocument());
  expect(lost.map(({ body }) => body)).toEqual([{ versao: 3 }, { versao: 3 }]);
  expect(await within(column(/^Orçamento Perdido/)).findByRole('button', { name: /#51/ })).toBeVisible();
});

it('says before it is let go why a column does not take a card, and again afterwards', async () => {
  renderApp('/acompanhamentos');
  await lift(51);
  const why = 'Um orçamento na situação "Ativo" não passa a "Cotação" pelo quadro.';
  expect(over(/^Cotação/)).toEqual(['refuses', why]);
  fireEvent.drop(column(/^Cotação/));
  expect(column(/^Cotação/).dataset.drop).toBeUndefined();
  expect(await screen.findByText(why)).toBeVisible();
  await lift(52);
  expect(over(/^Ativo/)).toEqual(['refuses', 'Reaberto, este orçamento volta a "Cotação".']);
  expect(over(/^Cotação/)).toEqual(['takes', 'Reabrir']);
  fireEvent.dragEnd(await cardOf(52));
  fireEvent.drop(column(/^Cotação/));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('drags nothing that the person may not do, nor under fingers', async () => {
  server.use(...signedIn(SELLER.filter((key) => key !== 'ORCAMENTO_EDITAR')));
  const { unmount } = renderApp('/acompanhamentos');
  await lift(51);
  expect(over(/^Orçamento Perdido/)).toEqual(['refuses', 'Seu perfil não permite essa mudança.']);
  unmount();
  const before = window.matchMedia;
  window.matchMedia = (query) => Object.assign(before(query), query.includes('coarse') && { matches: true });
  renderApp('/acompanhamentos');
  expect(await cardOf(51)).not.toHaveAttribute('draggable');
});
