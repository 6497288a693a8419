import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TicketItem } from '#contract/sac/tickets/ticketItems.ts';
import { invoice, product, reasons, typeNamed } from '../../custom/ticketWizard/support/catalog.ts';
import { HttpResponse, http, inTurn, refusal, requests } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { renderApp, signedIn, windowOf } from '../renderApp.tsx';
import { item, pageOf, ticket, ticketRow } from './fixtures.ts';
import { GRANTS, servedTickets } from './servedTickets.ts';

const server = servedTickets();
const OPERATOR_GRANTS = [...GRANTS, 'TICKETS_PRODUTOS' as const];
const WRITE = '/sac/tickets/812/produtos';
const done = (message: string) => () => HttpResponse.json({ data: { id: 812, message } });

let items: TicketItem[];
beforeEach(() => {
  windowOf(1280);
  items = [item(1), item(2)];
  const tipo = { ...ticketRow(812).tipo, chave: 'DEVOLUCAO' };
  server.use(
    ...signedIn(OPERATOR_GRANTS),
    http.get('/config/rascunhos/:objeto', () => HttpResponse.json({ data: null })),
    http.get('/sac/tickets/812', () => HttpResponse.json({ data: ticket(812, { tipo, versao: 4 }) })),
    http.get('/sac/tickets/812/historico', () => HttpResponse.json(pageOf([]))),
    http.get('/sac/tickets/812/atividades', () => HttpResponse.json([])),
    http.get('/sac/tickets/812/anexos', () => HttpResponse.json([])),
    http.get(WRITE, () => HttpResponse.json(items)),
    http.get('/sac/tickets/tipos', () => HttpResponse.json([typeNamed('DEVOLUCAO')])),
    http.get('/sac/consultas/motivos-produtos', () => HttpResponse.json(reasons)),
    http.get('/sac/tickets/notasfiscais/:idCli/:idFil', () => HttpResponse.json(pageOf([invoice()]))),
    http.get('/sac/tickets/notasfiscais/:chave', () => HttpResponse.json([product()])),
  );
});

async function openProducts() {
  const user = userEvent.setup();
  renderApp('/tickets/812');
  await user.click(await screen.findByRole('tab', { name: /Produtos/ }));
  await screen.findAllByText(/ÓLEO DE SOJA/);
  return user;
}
const sent = () =>
  Promise.all(
    requests
      .filter(({ url, method }) => method === 'POST' && new URL(url).pathname === WRITE)
      .map(async (request) => ({
        key: request.headers.get('idempotency-key'),
        body: await request.clone().json(),
      })),
  );

/** A browser that can be made to print. */
function printer() {
  const onScreen = window.matchMedia;
  const paper = Object.assign(new EventTarget(), {
    matches: false,
    media: 'print',
    onchange: null,
    addListener() {},
    removeListener() {},
  });
  window.matchMedia = (query) => (query === 'print' ? paper : onScreen(query));
  return (matches: boolean) =>
    act(() => {
      paper.matches = matches;
      paper.dispatchEvent(new Event('change'));
    });
}

describe('paper of a ticket', () => {
  it('has the conversation and the products from every tab, with no answer to wait for', async () => {
    const print = printer();
    const user = userEvent.setup();
    const asked = () => requests.filter(({ url }) => new URL(url).pathname === WRITE).length;
    renderApp('/tickets/812');
    await screen.findByRole('tab', { name: /Produtos/ });
    // Fetched once the page is idle, which it is after three seconds at the latest.
    await waitFor(() => expect(asked()).toBe(1), { timeout: 5_000 });
    for (const tab of [/Histórico/, /Produtos/]) {
      await user.click(await screen.findByRole('tab', { name: tab }));
      print(true);
      expect(screen.getByRole('table', { name: 'Produtos do ticket' })).toHaveTextContent('ÓLEO DE SOJA');
      expect(screen.getByText('Nenhuma mensagem')).toBeInTheDocument();
      print(false);
      expect([
        screen.queryByText('Nenhuma mensagem') !== null,
        screen.queryByRole('table', { name: 'Produtos do ticket' }) !== null,
      ]).toEqual([tab.test('Histórico'), tab.test('Produtos')]);
    }
  });
});

describe('products of a ticket', () => {
  it('show the requested quantity below the current one when they differ', async () => {
    items = [item(1, { qtde: '3', qtd_solicitada: '5' }), item(2)];
    await openProducts();
    const requested = screen.getByText('Solicitado 5 CX');
    expect(requested.previousSibling).toHaveTextContent('3 CX');
    // On a line of its own, not run into it.
    expect(requested.tagName).toBe('DIV');
    expect(screen.queryByText('Solicitado 12 CX')).not.toBeInTheDocument();
  });

  it('accept one more from an invoice by the opening rules, once, and show refusals', async () => {
    server.use(
      http.post(
        WRITE,
        inTurn(
          () => HttpResponse.error(),
          () =>
            refusal(422, 'Este produto já está no ticket.', {
              errors: { 'itens.0.produto_id': 'Este produto já está no ticket. Altere a linha dele.' },
            }),
          done('Produtos: 1 incluído.'),
        ),
      ),
    );
    const user = await openProducts();
    await user.click(await screen.findByRole('button', { name: 'Incluir produtos' }));
    const dialog = await screen.findByRole('dialog', { name: 'Incluir produtos' });
    expect(within(dialog).getByRole('button', { name: 'Incluir' })).toBeDisabled();
    // The only invoice is unfolded.
    const line = within(await within(dialog).findByRole('group', { name: 'Café 500 g' }));
    await user.type(line.getByRole('textbox', { name: 'Quantidade de Café 500 g' }), '3');
    await user.click(line.getByRole('combobox', { name: /Motivo/ }));
    const [reason] = reasons.filter(({ informa, anexo_obrigatorio }) => !informa && !anexo_obrigatorio);
    await user.click(await screen.findByRole('option', { name: reason?.descricao ?? '' }));
    await user.click(line.getByRole('button', { name: /Adicionar/ }));
    expect(await within(dialog).findByText('1 produto a incluir')).toBeInTheDocument();
    await expectNoAxeViolations(dialog);

    const include = within(dialog).getByRole('button', { name: 'Incluir' });
    await user.click(include);
    expect(await within(dialog).findByText('Falha na comunicação com o servidor!')).toBeInTheDocument();
    await user.click(include);
    expect(await within(dialog).findByText(/Altere a linha dele/)).toBeInTheDocument();
    await user.click(include);
    expect(await screen.findByText('Produtos: 1 incluído.')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Incluir produtos' })).toBeNull());
    const calls = await sent();
    expect(calls).toHaveLength(3);
    expect(calls[0]?.key).toBe(calls[1]?.key);
    const [added] = calls[0]?.body.itens ?? [];
    expect(calls[0]?.body).toMatchObject({ versao: 4, itensAvulsos: [] });
    expect(added).toMatchObject({ produto_id: 3, nfe: invoice().chave, qtd_solicitada: '3' });
    expect(added.motivo_id).toBe(reason?.id);
  });

  it('ask before filled-in data is discarded', async () => {
    const user = await openProducts();
    await user.click(await screen.findByRole('button', { name: 'Incluir produtos' }));
    const dialog = await screen.findByRole('dialog', { name: 'Incluir produtos' });
    const quantity = await within(dialog).findByRole('textbox', { name: 'Quantidade de Café 500 g' });
    await user.type(quantity, '2');
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
    const asks = await screen.findByRole('alertdialog', { name: 'Descartar o que você preencheu?' });
    await user.click(within(asks).getByRole('button', { name: 'Continuar preenchendo' }));
    await waitFor(() => expect(asks).not.toBeInTheDocument());
    expect(quantity).toHaveValue('2');
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
    await user.click(await screen.findByRole('button', { name: 'Descartar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await sent()).toEqual([]);
  });

  it('are changed and removed until something was analysed, and only with permission', async () => {
    server.use(http.post(WRITE, done('Produtos: 1 removido.')));
    const user = await openProducts();
    await user.click(await screen.findByRole('button', { name: 'Alterar produtos' }));
    const dialog = await screen.findByRole('dialog', { name: 'Alterar produtos' });
    await user.click(within(dialog).getByRole('button', { name: 'Remover 102 - ÓLEO DE SOJA 2' }));
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Produtos: 1 removido.')).toBeInTheDocument();
    expect((await sent()).map(({ body }) => body)).toEqual([{ versao: 4, alterados: [], removidos: [2] }]);
  });

  it.each([
    ['after the analysis', OPERATOR_GRANTS, 'A'],
    ['without permission', GRANTS, 'AN'],
  ] as const)('are read-only: %s', async (_why, grants, status) => {
    items = [item(1, { status })];
    server.use(...signedIn(grants));
    await openProducts();
    expect(screen.queryByRole('button', { name: 'Incluir produtos' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Alterar produtos' })).toBeNull();
  });
});
