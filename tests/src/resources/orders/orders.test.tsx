import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OrderView } from '#contract/callcenter/orders/orderRow.ts';
import { HttpResponse, http, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from '../renderApp.tsx';

const server = serve();

const item = {
  id: 1,
  linha: 1,
  idFil: 1,
  idProd: 9,
  idExibicao: 'P9',
  descricao: 'Café torrado',
  embalagem: 'UN',
  qtd: '2',
  vlTabela: '10',
  vlUnit: '10',
  percDesc: '0',
  vlImpostos: '0',
  vlTot: '20',
  bonificado: false,
  cor: null,
  obs: '',
  filial: { id: 1, razSoc: 'Matriz Ltda.' },
};

const order: OrderView = {
  id: 12,
  isPedido: true,
  versao: 3,
  st: 'SITUACAO_NOVA',
  acoes: ['BAIXAR_PDF', 'CANCELAR'],
  cliente: {
    id: 2,
    razSoc: 'Mercado Azul Ltda.',
    fant: 'Mercado Azul',
    documento: '11222333000181',
    email: 'compras@azul.com.br',
    motivoBloqueio: null,
  },
  colaborador: { id: 7, nome: 'Ana Ribeiro' },
  emitente: { id: 1, desc: 'Matriz' },
  dtHorInc: '2026-11-20T15:00:00.000Z',
  dtVal: null,
  dtProgr: null,
  dtPedido: '2026-11-20T15:00:00.000Z',
  ordComp: '',
  cobranca: { id: 3, desc: 'Dinheiro', taxaFixa: '0', descTaxaFixa: '', online: false },
  plano: null,
  tipoFrete: null,
  transportadora: null,
  redespacho: null,
  freteSobreProdutos: { percentual: '0', fatorMS: false },
  retira: false,
  enderecoEntrega: null,
  obsEntrega: '',
  obsPedido: '',
  obsCliente: '',
  itens: [item],
  itensRemovidos: [{ ...item, id: 2, descricao: 'Chá preto' }],
  qtdeIt: 1,
  vlSubTot: '20',
  vlTot: '30',
  vlBoni: '0',
  vlImpostos: '0',
  vlFrete: '10',
  cupom: { codigo: 'VOLTE5', desconto: '5' },
  percLucro: '12.5',
  exibeMargemLucro: true,
  grupo: null,
  canal: 'CALLCENTER',
  liberadoPara: null,
  motivoPerda: null,
  perda: null,
  linkPagamento: null,
  notasFiscais: [],
};

beforeEach(() => {
  freshBrowser();
  windowOf(1280);
});

describe('order page', () => {
  it('shows empty values, branches, removed items and totals, and cancels', async () => {
    const cancelled: string[] = [];
    server.use(
      ...signedIn(['PEDIDO', 'CLIENTE']),
      http.get('/callcenter/visualizar/12', () => HttpResponse.json({ data: order })),
      http.delete('/callcenter/pedidos/12', ({ request }) => {
        cancelled.push(new URL(request.url).search);
        return HttpResponse.json(
          { error: 'Um pedido na situação "Faturado" não pode ser cancelado.', code: 'SITUACAO_NAO_PERMITE' },
          { status: 422 },
        );
      }),
    );
    const user = userEvent.setup();
    renderApp('/pedidos/12');
    expect(await screen.findByText('SITUACAO_NOVA', {}, { timeout: 60_000 })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Pedido #12' })).toBeTruthy();
    expect(screen.getByText('SITUACAO_NOVA')).toBeTruthy();
    expect(screen.getByText('Ordem de compra').nextSibling?.textContent).toBe('N/D');
    expect(screen.getByText('Data Programada').nextSibling?.textContent).toBe('--');
    expect(
      within(screen.getByRole('region', { name: 'Filial 1' })).getByText('FILIAL 1 / Matriz Ltda.'),
    ).toBeTruthy();
    expect(
      within(screen.getByRole('region', { name: 'Itens Removidos' })).getByText(/Chá preto/),
    ).toBeTruthy();
    expect(screen.getByText('CUPOM VOLTE5')).toBeTruthy();
    expect(screen.getByText('TOTAL').nextSibling?.textContent).toBe('R$\u00a025,00');
    await user.click(screen.getByRole('button', { name: 'Ações' }));
    await user.click(screen.getByRole('menuitem', { name: 'Cancelar pedido' }));
    await user.type(screen.getByLabelText('Motivo'), 'Desistiu');
    await user.click(screen.getByRole('button', { name: 'Cancelar pedido' }));
    expect((await screen.findByRole('alert')).textContent).toContain('não pode ser cancelado');
    expect(cancelled).toEqual(['?versao=3&motivo=Desistiu']);
  });
});

describe('payment link page', () => {
  const hash = 'h'.repeat(43);
  const payment = {
    empresa: 'Balcão',
    pedido: 12,
    cliente: 'Mercado Azul',
    status: 'AGUARDANDO',
    valor: '25',
    validade: '2099-11-20T15:00:00.000Z',
    pagoEm: null as string | null,
    itens: [{ descricao: 'Café torrado', qtd: '2', vlTot: '20' }],
    demonstracao: true,
  };

  it('asks for the card, shows the answer of the bank, and confirms the payment', async () => {
    let tries = 0;
    server.use(
      http.get(`/callcenter/link-pagamento/pedido/${hash}`, () =>
        HttpResponse.json({
          data: tries > 1 ? { ...payment, status: 'PAGO', pagoEm: '2026-11-21T15:00:00.000Z' } : payment,
        }),
      ),
      http.post(`/callcenter/link-pagamento/pedido/${hash}/pagar`, () => {
        tries += 1;
        return tries === 1
          ? HttpResponse.json(
              { error: 'O banco recusou o pagamento. Tente outro cartão.', code: 'PAGAMENTO_RECUSADO' },
              { status: 422 },
            )
          : HttpResponse.json({ data: { message: 'Pagamento recebido. Obrigado!' } });
      }),
    );
    const user = userEvent.setup();
    renderApp(`/pagamento/${hash}`);
    const button = await screen.findByRole('button', { name: /Pagar R\$/ });
    await user.click(button);
    expect(screen.getByText('Confira o número do cartão.')).toBeTruthy();
    await user.type(screen.getByLabelText(/Número do cartão/), '4111111111111111');
    await user.type(screen.getByLabelText(/Nome no cartão/), 'Ana Lima');
    await user.type(screen.getByLabelText(/Validade/), '1240');
    await user.type(screen.getByLabelText(/CVV/), '123');
    await user.click(button);
    expect(await screen.findByText(/O banco recusou/)).toBeTruthy();
    await user.click(button);
    await waitFor(() => expect(screen.getByText(/Pagamento recebido/)).toBeTruthy());
    expect(screen.queryByLabelText(/Número do cartão/)).toBeNull();
    expect(screen.getByText(/Pagamento recebido/).closest('[role=alert]')).toHaveFocus();
  });
});
