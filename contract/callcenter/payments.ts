import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Decimal, Done, defineRoutes, Id, Instant, Nullable, One, Strict, Text } from '../route.ts';
import { PaymentLink, versao } from './orderRow.ts';

const orderParams = Strict({ pedidoId: Id('Pedido') });
const hashParams = Strict({
  hashPagamento: Type.String({ title: 'Código do link', minLength: 20, maxLength: 100 }),
});
export const PaymentLinkMade = One(
  Type.Composite([
    PaymentLink,
    Type.Object({ id: Id('Pedido'), message: Type.String({ title: 'Mensagem' }) }),
  ]),
);

/** What the holder of the link sees: what is to be paid and to whom. The customer's name is the only customer data. */
export const PublicPayment = Type.Object(
  {
    empresa: Type.String({ title: 'Empresa' }),
    pedido: Id('Pedido'),
    cliente: Type.String({ title: 'Cliente' }),
    status: Type.String({ title: 'Situação' }),
    valor: Decimal('Valor'),
    validade: Instant('Validade'),
    pagoEm: Nullable(Instant('Pago em')),
    itens: Type.Array(
      Type.Object({
        descricao: Type.String({ title: 'Produto' }),
        qtd: Decimal('Quantidade'),
        vlTot: Decimal('Total'),
      }),
      { title: 'Itens' },
    ),
    /** The test gateway, whose card numbers are shown. */
    demonstracao: Type.Boolean({ title: 'Demonstração' }),
  },
  { title: 'Pagamento' },
);
export type PublicPayment = Static<typeof PublicPayment>;

export const paymentRoutes = defineRoutes({
  createLink: {
    method: 'POST',
    path: '/callcenter/link-pagamento/pedido/{pedidoId}',
    summary: 'Gerar o link de pagamento de um pedido',
    permission: 'PEDIDO_LINK_PAGAMENTO',
    idempotent: true,
    params: orderParams,
    body: Strict({ versao }),
    response: PaymentLinkMade,
  },
  renewLink: {
    method: 'PUT',
    path: '/callcenter/link-pagamento/pedido/{pedidoId}',
    summary: 'Renovar o link de pagamento de um pedido',
    permission: 'PEDIDO_LINK_PAGAMENTO',
    idempotent: true,
    params: orderParams,
    body: Strict({ versao }),
    response: PaymentLinkMade,
  },
  /** Saves the quote as an order and opens its payment link, atomically. */
  processPayment: {
    method: 'POST',
    path: '/callcenter/link-pagamento/{idOrcamento}/processa-pagamento',
    summary: 'Salvar um orçamento como pedido e gerar o link de pagamento',
    permission: 'PEDIDO_LINK_PAGAMENTO',
    idempotent: true,
    params: Strict({ idOrcamento: Id('Orçamento') }),
    body: Strict({ versao }),
    response: PaymentLinkMade,
  },
  toPay: {
    method: 'GET',
    path: '/callcenter/link-pagamento/pedido/{hashPagamento}',
    summary: 'O que um link de pagamento cobra',
    permission: 'public',
    params: hashParams,
    response: One(PublicPayment),
  },
  /** Card data goes only to the payment provider. */
  pay: {
    method: 'POST',
    path: '/callcenter/link-pagamento/pedido/{hashPagamento}/pagar',
    summary: 'Pagar um pedido com cartão',
    permission: 'public',
    params: hashParams,
    body: Strict({
      numero: Text('Número do cartão', 25),
      nome: Text('Nome no cartão', 60),
      validade: Text('Validade (MM/AA)', 7),
      cvv: Text('Código de segurança', 4),
      parcelas: Type.Optional(Type.Integer({ title: 'Parcelas', minimum: 1, maximum: 12 })),
    }),
    response: Done,
  },
});
