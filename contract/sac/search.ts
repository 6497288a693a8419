import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Id, Personal, Strict, Text } from '../route.ts';

/** A ticket in the global search results. */
export const TicketHit = Type.Object(
  {
    id: Id('Ticket'),
    assunto: Type.String({ title: 'Assunto' }),
    cliente: Type.String({ title: 'Cliente' }),
    razSoc: Type.String({ title: 'Razão social do cliente' }),
    tipo: Type.String({ title: 'Tipo' }),
    status: Type.String({ title: 'Situação' }),
    arquivado: Type.Boolean({ title: 'Arquivado' }),
  },
  { title: 'Ticket encontrado' },
);
export type TicketHit = Static<typeof TicketHit>;

export const CustomerHit = Type.Object(
  {
    id: Id('Cliente'),
    fant: Type.String({ title: 'Nome fantasia' }),
    razSoc: Type.String({ title: 'Razão social' }),
    documento: Personal('DOCUMENTO', Type.String({ title: 'CPF ou CNPJ' })),
  },
  { title: 'Cliente encontrado' },
);
export type CustomerHit = Static<typeof CustomerHit>;

/** A quote or order found by its number. */
export const OrderHit = Type.Object(
  {
    id: Id('Número'),
    tipo: Type.Union([Type.Literal('ORCAMENTO'), Type.Literal('PEDIDO')], { title: 'Tipo' }),
    cliente: Type.String({ title: 'Cliente' }),
    st: Type.String({ title: 'Situação' }),
    vlTot: Type.String({ title: 'Valor total' }),
  },
  { title: 'Orçamento ou pedido encontrado' },
);
export type OrderHit = Static<typeof OrderHit>;

/** A product, a carrier, or a record of a type that the company created itself, found by code or name. */
export const RecordHit = Type.Object(
  {
    id: Id('Código interno'),
    cadastro: Type.String({ title: 'Chave do cadastro' }),
    tipo: Type.String({ title: 'Como um registro se chama' }),
    icone: Type.String({ title: 'Ícone' }),
    codigo: Personal('DOCUMENTO', Type.String({ title: 'Código' })),
    nome: Type.String({ title: 'Nome' }),
  },
  { title: 'Registro encontrado' },
);
export type RecordHit = Static<typeof RecordHit>;

/** Maximum number of results per kind. */
export const HITS = 6;

export const searchRoutes = defineRoutes({
  everywhere: {
    method: 'GET',
    path: '/sac/busca',
    summary: 'Encontrar tickets, clientes, orçamentos, pedidos e registros dos cadastros pelo mesmo texto',
    /** Each kind requires the permission of its own list; results that the person may not see are left out. */
    permission: 'session',
    query: Strict({ q: Text('Pesquisa', 100) }),
    /** Archived tickets are included. */
    response: Type.Object({
      tickets: Type.Array(TicketHit, { title: 'Tickets' }),
      clientes: Type.Array(CustomerHit, { title: 'Clientes' }),
      pedidos: Type.Array(OrderHit, { title: 'Orçamentos e pedidos' }),
      registros: Type.Array(RecordHit, { title: 'Registros dos cadastros' }),
      mais: Type.Boolean({ title: 'Há mais resultados do que os listados' }),
    }),
  },
});
