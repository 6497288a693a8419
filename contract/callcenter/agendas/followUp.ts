import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import {
  Day,
  Decimal,
  defineRoutes,
  Id,
  Nullable,
  Page,
  Personal,
  pageQuery,
  Strict,
  Text,
} from '../../route.ts';
import { CustomerRef } from '../../sac/lookups.ts';
import { OrderRow } from '../orders/orderRow.ts';

const Word = (title: string) => Type.String({ title });

export const FollowUpType = Type.Object(
  { id: Id('Quadro'), nome: Word('Quadro'), descricao: Word('Descrição') },
  { title: 'Quadro de acompanhamento' },
);
export type FollowUpType = Static<typeof FollowUpType>;

export const FollowUpCustomer = Type.Composite(
  [
    CustomerRef,
    Type.Object({
      telefone: Personal('TELEFONE', Word('Telefone')),
      cidade: Word('Cidade'),
      uf: Word('UF'),
      dtUltComp: Nullable(Day('Última compra')),
      prospect: Type.Boolean({ title: 'Prospect' }),
    }),
  ],
  { title: 'Cliente acompanhado' },
);
export type FollowUpCustomer = Static<typeof FollowUpCustomer>;

export const FollowUpStage = Type.Object(
  {
    id: Id('Etapa'),
    nome: Word('Etapa'),
    cor: Word('Cor'),
    /** The entry rule as a sentence. */
    regra: Word('Regra'),
    /** The stored rule is not valid in the rule language, so no customer enters the stage until it is corrected. */
    invalida: Type.Boolean({ title: 'Regra inválida' }),
    total: Type.Integer({ title: 'Clientes' }),
    clientes: Type.Array(FollowUpCustomer, { title: 'Primeiros clientes' }),
  },
  { title: 'Etapa' },
);
export type FollowUpStage = Static<typeof FollowUpStage>;

export const FollowUpBoard = Type.Object(
  { ...FollowUpType.properties, etapas: Type.Array(FollowUpStage, { title: 'Etapas' }) },
  { title: 'Quadro' },
);

const customerFilters = {
  q: Type.Optional(Text('Pesquisa', 100)),
  idFil: Type.Optional(Id('Filial')),
  /** Date range of the last purchase. */
  dtIni: Type.Optional(Day('Última compra de')),
  dtFim: Type.Optional(Day('Última compra até')),
};

const orderFilters = {
  tipo: Type.Union([Type.Literal('ORCAMENTO'), Type.Literal('PEDIDO')], { title: 'Tipo' }),
  idFil: Type.Optional(Id('Filial')),
  idColab: Type.Optional(Id('Colaborador')),
  dtIni: Type.Optional(Day('Incluídos de')),
  dtFim: Type.Optional(Day('Incluídos até')),
};

export const BoardOrder = Type.Composite(
  [
    OrderRow,
    Type.Object({
      /** Of a lost quote: the status to which it would be reopened, and whether it was lost too long ago for that. */
      perda: Nullable(
        Type.Object(
          {
            voltaA: Nullable(Word('Situação ao reabrir')),
            definitiva: Type.Boolean({ title: 'Não se reabre mais' }),
          },
          { title: 'Perda' },
        ),
      ),
    }),
  ],
  { title: 'Orçamento ou pedido do quadro' },
);
export type BoardOrder = Static<typeof BoardOrder>;

export const OrderColumn = Type.Object(
  {
    status: Word('Situação'),
    total: Type.Integer({ title: 'Quantidade' }),
    valor: Decimal('Valor total'),
    itens: Type.Array(BoardOrder, { title: 'Os mais novos' }),
  },
  { title: 'Situação do quadro' },
);
export type OrderColumn = Static<typeof OrderColumn>;

export const followUpRoutes = defineRoutes({
  types: {
    method: 'GET',
    path: '/callcenter/acompanhamento-clientes/tipos',
    summary: 'Quadros de acompanhamento de clientes',
    permission: 'ACOMPANHAMENTO_CLIENTE',
    response: Type.Array(FollowUpType),
  },
  board: {
    method: 'GET',
    path: '/callcenter/acompanhamento-clientes/{idTipo}',
    summary: 'As etapas de um quadro com os primeiros clientes de cada uma',
    permission: 'ACOMPANHAMENTO_CLIENTE',
    params: Strict({ idTipo: Id('Quadro') }),
    query: Strict(customerFilters),
    response: FollowUpBoard,
  },
  stage: {
    method: 'GET',
    path: '/callcenter/acompanhamento-clientes/{idTipo}/{etapaId}',
    summary: 'Os clientes de uma etapa',
    permission: 'ACOMPANHAMENTO_CLIENTE',
    params: Strict({ idTipo: Id('Quadro'), etapaId: Id('Etapa') }),
    query: Strict({ page: pageQuery.page, take: pageQuery.take, ...customerFilters }),
    response: Page(FollowUpCustomer),
  },
  /** Our own addition: the last 30 days unless a period is given. */
  orders: {
    method: 'GET',
    path: '/callcenter/acompanhamentos',
    summary: 'Orçamentos ou pedidos por situação',
    permission: 'ACOMPANHAMENTO',
    query: Strict(orderFilters),
    response: Type.Object({
      dtIni: Day('De'),
      dtFim: Day('Até'),
      colunas: Type.Array(OrderColumn, { title: 'Situações' }),
    }),
  },
});
