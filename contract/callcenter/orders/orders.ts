import * as Type from '@sinclair/typebox';
import { Binary } from '../../config/platform.ts';
import { Done, defineRoutes, Id, One, onlyIds, Page, pageQuery, Strict, Text } from '../../route.ts';
import {
  emailBody,
  OrderRow,
  OrderView,
  orderFilters,
  orderSort,
  orderSums,
  PastOrder,
  sheetFormat,
  versao,
} from './orderRow.ts';
import { RepeatedOrder } from './repeatedOrder.ts';

const params = Strict({ id: Id('Pedido') });
const orderParams = Strict({ pedidoId: Id('Pedido') });
const listQuery = Strict({ ...pageQuery, ...orderFilters, ...onlyIds('Pedido'), ...orderSort });

export const orderRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/callcenter/pedidos',
    summary: 'Listar pedidos',
    permission: 'PEDIDO',
    query: listQuery,
    response: Page(OrderRow),
  },
  sums: {
    ...orderSums,
    path: '/callcenter/pedidos/somas',
    summary: 'Somas e grupos da lista de pedidos',
    permission: 'PEDIDO',
  },
  exportFile: {
    method: 'POST',
    path: '/callcenter/pedidos/exportar',
    summary: 'Exportar pedidos para uma planilha',
    permission: 'PEDIDO',
    body: Strict({ filtros: Type.Optional(Strict(orderFilters)), formato: sheetFormat, ...orderSort }),
    file: true,
    response: Binary,
  },
  mine: {
    method: 'GET',
    path: '/callcenter/meus-pedidos',
    summary: 'Listar os próprios pedidos',
    permission: 'PEDIDO_OPERADOR',
    query: listQuery,
    response: Page(OrderRow),
  },
  sumsOfMine: {
    ...orderSums,
    path: '/callcenter/meus-pedidos/somas',
    summary: 'Somas e grupos da lista dos próprios pedidos',
    permission: 'PEDIDO_OPERADOR',
  },
  /** The person's own invoiced orders that have not yet been used for a bonus. */
  mineWithoutBonus: {
    method: 'GET',
    path: '/callcenter/meus-pedidos-bonificaveis',
    summary: 'Próprios pedidos faturados que ainda podem receber bonificação',
    permission: 'PEDIDO_OPERADOR',
    query: listQuery,
    response: Page(OrderRow),
  },
  ofCustomer: {
    method: 'GET',
    areas: ['sac', 'callcenter'],
    path: '/clientes/{idCli}/pedidos',
    summary: 'Pedidos de um cliente',
    permission: 'CLIENTE_PEDIDOS',
    params: Strict({ idCli: Id('Cliente') }),
    query: Strict({
      ...pageQuery,
      dtIni: orderFilters.dtIni,
      dtFim: orderFilters.dtFim,
      /** One status, or several joined by commas. */
      status: Type.Optional(Text('Situação', 400)),
      ...orderSort,
    }),
    response: Page(OrderRow),
  },
  /** Orders from an ERP that were made before the console or outside it, newest first. */
  pastOfCustomer: {
    method: 'GET',
    path: '/callcenter/clientes/{idCli}/pedidos-anteriores',
    summary: 'Pedidos que um cliente fez fora do Balcão',
    permission: 'CLIENTE_PEDIDOS',
    params: Strict({ idCli: Id('Cliente') }),
    query: Strict(pageQuery),
    response: Page(PastOrder),
  },
  get: {
    method: 'GET',
    path: '/callcenter/pedidos/{id}',
    summary: 'Um pedido',
    permission: 'PEDIDO',
    params,
    response: One(OrderView),
  },
  download: {
    method: 'GET',
    path: '/callcenter/pedidos/{id}/download/pdf',
    personal: true,
    summary: 'Baixar um pedido em PDF',
    permission: 'PEDIDO',
    params,
    file: true,
    response: Binary,
  },
  /** Creates a quote with the same terms and group for additional items that the customer wants. */
  addition: {
    method: 'POST',
    path: '/callcenter/pedidos/{pedidoId}/inclusao',
    summary: 'Abrir um orçamento para incluir itens em um pedido',
    permission: 'ORCAMENTO_EDITAR',
    idempotent: true,
    params: orderParams,
    body: Strict({ versao }),
    response: Done,
  },
  duplicate: {
    method: 'GET',
    path: '/callcenter/pedidos/{pedidoId}/duplicar',
    summary: 'Duplicar um orçamento ou pedido como orçamento novo',
    permission: 'ORCAMENTO_EDITAR',
    changesState: true,
    idempotent: true,
    params: orderParams,
    response: Done,
  },
  /** Makes a quote of the customer's newest order at today's prices; what is missing is named with what may replace it. */
  repeatLast: {
    method: 'POST',
    path: '/callcenter/clientes/{idCli}/repetir-ultimo-pedido',
    summary: 'Fazer um orçamento do último pedido do cliente, aos preços de hoje',
    permission: 'ORCAMENTO_EDITAR',
    idempotent: true,
    params: Strict({ idCli: Id('Cliente') }),
    response: One(RepeatedOrder),
  },
  releaseBilling: {
    method: 'GET',
    path: '/callcenter/pedidos/{idPedido}/liberar-faturamento',
    summary: 'Liberar um pedido para faturamento',
    permission: 'PEDIDO_LIBERAR_FATURAMENTO',
    changesState: true,
    params: Strict({ idPedido: Id('Pedido') }),
    query: Strict({ versao }),
    response: Done,
  },
  backToQuote: {
    method: 'GET',
    path: '/callcenter/pedidos/{pedidoId}/orcamento',
    summary: 'Voltar um pedido a orçamento',
    permission: 'ORCAMENTO_EDITAR',
    changesState: true,
    params: orderParams,
    query: Strict({ versao }),
    response: Done,
  },
  cancel: {
    method: 'DELETE',
    path: '/callcenter/pedidos/{pedidoId}',
    summary: 'Cancelar um pedido',
    permission: 'PEDIDO_CANCELAR',
    params: orderParams,
    query: Strict({ versao, motivo: Type.Optional(Text('Motivo', 500)) }),
    response: Done,
  },
  sendByMail: {
    method: 'POST',
    path: '/callcenter/emails/pedidos/{pedidoId}',
    summary: 'Enviar um pedido por e-mail',
    permission: 'PEDIDO',
    idempotent: true,
    handlesMasks: true,
    params: orderParams,
    body: Strict(emailBody),
    response: Done,
  },
});
