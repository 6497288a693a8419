import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Brand } from '../../config/brand.ts';
import { Decimal, Done, defineRoutes, Id, Instant, Nullable, One, Strict, Text } from '../../route.ts';
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
    /** The brand of the branch that sells. */
    marca: Brand,
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

/** The card data that a person types in to pay. It goes only to the payment provider. */
export interface CardInput {
  numero: string;
  nome: string;
  /** MM/AA or MM/AAAA. */
  validade: string;
  cvv: string;
}

export type CardField = keyof CardInput;

export const cardDigits = (number: string): string => number.replace(/[\s.-]/g, '');

/** Checks the check digit of card numbers (Luhn): every second digit from the right is doubled. */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The month at whose end a card expires, as `YYYY-MM`; `null` if it cannot be read. */
export function cardMonth(text: string): string | null {
  const [, month, year] = /^(0[1-9]|1[0-2])\s*\/\s*(\d{2}|\d{4})$/.exec(text.trim()) ?? [];
  if (!month || !year) return null;
  return `${year.length === 2 ? `20${year}` : year}-${month}`;
}

/** Errors by field; `today` is `YYYY-MM-DD`. */
export function cardProblems(card: CardInput, today: string): Partial<Record<CardField, string>> {
  const digits = cardDigits(card.numero);
  const month = cardMonth(card.validade);
  return {
    ...(!(/^\d{13,19}$/.test(digits) && hasCheckDigit(digits)) && {
      numero: 'Confira o número do cartão.',
    }),
    ...(card.nome.trim().length < 3 && { nome: 'Escreva o nome como está no cartão.' }),
    ...(month === null
      ? { validade: 'Informe a validade como MM/AA.' }
      : month < today.slice(0, 7) && { validade: 'Este cartão venceu.' }),
    ...(!/^\d{3,4}$/.test(card.cvv.trim()) && { cvv: 'São 3 ou 4 números.' }),
  };
}
