import * as Type from '@sinclair/typebox';
import { Binary } from '../config/platform.ts';
import { Done, defineRoutes, Id, One, Page, pageQuery, Strict, Text } from '../route.ts';
import { emailBody, OrderRow, OrderView, orderFilters, orderSort, sheetFormat, versao } from './orderRow.ts';

const params = Strict({ id: Id('Pedido') });
const orderParams = Strict({ pedidoId: Id('Pedido') });
const listQuery = Strict({ ...pageQuery, ...orderFilters, ...orderSort });

export const orderRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/callcenter/pedidos',
    summary: 'Listar pedidos',
    permission: 'PEDIDO',
    query: listQuery,
    response: Page(OrderRow),
  },
  exportFile: {
    method: 'POST',
    path: '/callcenter/pedidos/exportar',
    personal: true,
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
  /** Own orders that were invoiced and gave nothing away yet. */
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
  /** A new quote of the same terms and group, for what the customer wants beside it. */
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
    effect: true,
    idempotent: true,
    params: orderParams,
    response: Done,
  },
  releaseBilling: {
    method: 'GET',
    path: '/callcenter/pedidos/{idPedido}/liberar-faturamento',
    summary: 'Liberar um pedido para faturamento',
    permission: 'PEDIDO_LIBERAR_FATURAMENTO',
    effect: true,
    params: Strict({ idPedido: Id('Pedido') }),
    query: Strict({ versao }),
    response: Done,
  },
  backToQuote: {
    method: 'GET',
    path: '/callcenter/pedidos/{pedidoId}/orcamento',
    summary: 'Voltar um pedido a orçamento',
    permission: 'ORCAMENTO_EDITAR',
    effect: true,
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
    params: orderParams,
    body: Strict(emailBody),
    response: Done,
  },
});
