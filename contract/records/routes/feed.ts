import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Agenda } from '../../callcenter/agendas/agendaShapes.ts';
import { ServiceRecord } from '../../callcenter/agendas/serviceRecords.ts';
import { CampaignDetail } from '../../callcenter/campaigns.ts';
import { CustomerContact } from '../../callcenter/customers/contacts.ts';
import { DeliveryAddress } from '../../callcenter/customers/deliveryAddresses.ts';
import { Goal } from '../../callcenter/goals.ts';
import { OrderView } from '../../callcenter/orders/orderRow.ts';
import type { Permission } from '../../permissions.ts';
import { Decimal, defineRoutes, Id, Instant, Nullable, One, Personal, Strict, Text } from '../../route.ts';
import { Ticket } from '../../sac/tickets.ts';

/** Maximum number of entries per page. */
export const MAX_CHANGES_PER_PAGE = 1_000;

/** Maximum number of seconds that a call waits for new entries. */
export const MAX_WAIT_SECONDS = 25;

/** What may have happened to an item of the feed. */
const FEED_EVENTS = ['criado', 'alterado', 'excluido', 'passo'] as const;

/** One change, as reported by the feed and the webhooks. */
export const Change = Type.Object(
  {
    cursor: Type.String({ title: 'Cursor' }),
    tipo: Type.String({ title: 'Tipo' }),
    /** The current natural key, or the number if there is none. For a deleted record, the key that it had. */
    codigo: Personal('DOCUMENTO', Type.String({ title: 'Código' })),
    id: Id('Código interno'),
    acao: Type.Union(
      FEED_EVENTS.map((each) => Type.Literal(each)),
      { title: 'O que houve' },
    ),
    /** For a step, which one: AVANCAR, FINALIZAR, PAGAR… */
    passo: Nullable(Type.String({ title: 'Etapa ou comando' })),
    quando: Instant('Quando'),
    autor: Nullable(
      Type.Object({ id: Id('Pessoa'), nome: Type.String({ title: 'Nome' }) }, { title: 'Autor' }),
    ),
    /** The address where it can be read; `null` once it is deleted. */
    endereco: Nullable(Personal('DOCUMENTO', Type.String({ title: 'Endereço para ler' }))),
  },
  { title: 'Mudança' },
);

export type Change = Static<typeof Change>;

const ReceivedPayment = Type.Object(
  {
    id: Id('Link de pagamento'),
    pedido: Id('Pedido'),
    valor: Decimal('Valor'),
    pagoEm: Nullable(Instant('Pago em')),
    referencia: Type.String({ title: 'Referência no provedor' }),
  },
  { title: 'Pagamento recebido' },
);

const OfCustomer = Type.Object({
  id: Id('Cliente'),
  documento: Personal('DOCUMENTO', Type.String({ title: 'Documento' })),
});

/** Codes of the products that were chosen for a customer, newest first. */
const CustomerMix = Type.Object(
  {
    cliente: OfCustomer,
    produtos: Type.Array(
      Type.Object({ codigo: Type.String({ title: 'Produto' }), desde: Instant('No mix desde') }),
      { title: 'Produtos' },
    ),
  },
  { title: 'Mix de um cliente' },
);

const base = '/dados/v1';

const read = { method: 'GET' as const, serviceKeys: true };

const params = Strict({ id: Id('Número') });

/**
 * Data that other systems read back, by service key or as a signed-in person (docs/integration.md). Besides the record types,
 * which dataApi serves, it covers what only the console writes.
 */
export const feedRoutes = defineRoutes({
  changes: {
    ...read,
    path: `${base}/mudancas`,
    permission: 'session',
    summary: 'Mudanças desde um cursor, na ordem em que foram gravadas',
    query: Strict({
      /**
       * The `proximo` of the previous page. Without it, starts at the oldest entry kept; `agora` starts with what comes from
       * now on.
       */
      apos: Type.Optional(Text('Cursor', 60)),
      /** Separated by commas; defaults to every type that the key may read. */
      tipos: Type.Optional(Text('Tipos', 2000)),
      semMinhas: Type.Optional(Type.Boolean({ title: 'Sem o que esta chave gravou' })),
      limite: Type.Optional(
        Type.Integer({
          title: 'Mudanças por página',
          minimum: 1,
          maximum: MAX_CHANGES_PER_PAGE,
          default: 100,
        }),
      ),
      espera: Type.Optional(
        Type.Integer({ title: 'Segundos à espera de novidade', minimum: 0, maximum: MAX_WAIT_SECONDS }),
      ),
    }),
    response: Type.Object({
      itens: Type.Array(Change, { title: 'Mudanças' }),
      proximo: Type.String({ title: 'Cursor para a próxima chamada' }),
      /** Whether there are more entries after `proximo`; a page may be empty even then. */
      mais: Type.Boolean({ title: 'Há mais' }),
    }),
  },
  ticket: {
    ...read,
    path: `${base}/tickets/{id}`,
    permission: 'SAC_TICKETS',
    summary: 'Um ticket para outro sistema',
    params,
    response: One(Ticket),
  },
  order: {
    ...read,
    path: `${base}/pedidos/{id}`,
    permission: 'PEDIDO',
    summary: 'Um orçamento ou pedido para outro sistema',
    params,
    response: One(OrderView),
  },
  payments: {
    ...read,
    path: `${base}/pagamentos/{id}`,
    permission: 'PEDIDO',
    summary: 'Pagamentos recebidos de um pedido para outro sistema',
    params,
    response: One(Type.Array(ReceivedPayment, { title: 'Pagamentos' })),
  },
  contact: {
    ...read,
    path: `${base}/contatos/{id}`,
    permission: 'CLIENTE_CONTATOS',
    summary: 'Um contato de cliente para outro sistema',
    params,
    response: One(Type.Composite([CustomerContact, Type.Object({ cliente: OfCustomer })])),
  },
  deliveryAddress: {
    ...read,
    path: `${base}/enderecos-entrega/{id}`,
    permission: 'CLIENTE',
    summary: 'Um endereço de entrega para outro sistema',
    params,
    response: One(Type.Composite([DeliveryAddress, Type.Object({ cliente: OfCustomer })])),
  },
  /** Addressed by the customer's number. */
  mix: {
    ...read,
    path: `${base}/mix/{id}`,
    permission: 'CLIENTE',
    summary: 'Mix de produtos de um cliente para outro sistema',
    params,
    response: One(CustomerMix),
  },
  serviceRecord: {
    ...read,
    path: `${base}/atendimentos/{id}`,
    permission: 'CLIENTE_HISTORICO_ATENDIMENTO',
    summary: 'Um atendimento para outro sistema',
    params,
    response: One(Type.Composite([ServiceRecord, Type.Object({ cliente: OfCustomer })])),
  },
  agenda: {
    ...read,
    path: `${base}/agendas/{id}`,
    permission: 'AGENDA',
    summary: 'Uma agenda para outro sistema',
    params,
    response: One(Agenda),
  },
  goal: {
    ...read,
    path: `${base}/objetivos-operadores/{id}`,
    permission: 'GERENCIA_OBJETIVO',
    summary: 'Um objetivo de vendas para outro sistema',
    params,
    response: One(Goal),
  },
  campaign: {
    ...read,
    path: `${base}/campanhas-vendas/{id}`,
    permission: 'GERENCIA_CAMPANHA',
    summary: 'Uma campanha de vendas para outro sistema',
    params,
    response: One(CampaignDetail),
  },
});

export type FeedEvent = (typeof FEED_EVENTS)[number];

interface FeedSubject {
  readonly titulo: string;
  /** The permissions needed to read it and to let a key read it; all of them are required. */
  readonly permissoes: readonly Permission[];
}

/**
 * The subjects of the feed besides the record types: created and changed in the console, read by other systems but never
 * written by them.
 */
export const FEED_SUBJECTS = {
  tickets: { titulo: 'Tickets e suas etapas', permissoes: ['SAC_TICKETS'] },
  pedidos: { titulo: 'Orçamentos e pedidos', permissoes: ['PEDIDO', 'ORCAMENTO'] },
  pagamentos: { titulo: 'Pagamentos recebidos', permissoes: ['PEDIDO'] },
  contatos: { titulo: 'Contatos de clientes', permissoes: ['CLIENTE', 'CLIENTE_CONTATOS'] },
  'enderecos-entrega': { titulo: 'Endereços de entrega dos clientes', permissoes: ['CLIENTE'] },
  mix: { titulo: 'Mix de produtos dos clientes', permissoes: ['CLIENTE'] },
  atendimentos: { titulo: 'Atendimentos', permissoes: ['CLIENTE', 'CLIENTE_HISTORICO_ATENDIMENTO'] },
  agendas: { titulo: 'Agendas', permissoes: ['AGENDA'] },
  'objetivos-operadores': { titulo: 'Objetivos de vendas', permissoes: ['GERENCIA_OBJETIVO'] },
  'campanhas-vendas': { titulo: 'Campanhas de vendas', permissoes: ['GERENCIA_CAMPANHA'] },
} as const satisfies Record<string, FeedSubject>;

export type FeedSubjectKey = keyof typeof FEED_SUBJECTS;

export const FEED_SUBJECT_KEYS = Object.keys(FEED_SUBJECTS) as FeedSubjectKey[];

export const isFeedSubject = (key: string): key is FeedSubjectKey => Object.hasOwn(FEED_SUBJECTS, key);
