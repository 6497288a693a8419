import { decimal, integer, statuses, yesNo } from './kinds.ts';

const orders = { area: 'CALLCENTER', grupo: 'Orçamentos e pedidos', porFilial: true } as const;

/** What decides on quotes and orders. */
export const ORDER_PARAMETERS = {
  validadeOrcamento: integer({
    ...orders,
    titulo: 'Validade do orçamento',
    descricao: 'Por quantos dias um orçamento novo ou renovado vale.',
    padrao: 7,
    unidade: 'dias',
    de: 1,
    ate: 365,
  }),
  diasOrcamentoParado: integer({
    ...orders,
    titulo: 'Orçamento parado',
    descricao: 'Dias sem movimento a partir dos quais um orçamento em aberto conta como parado.',
    padrao: 5,
    unidade: 'dias',
    de: 1,
    ate: 365,
    porFilial: false,
  }),
  reagendaOrcamento: yesNo({
    ...orders,
    titulo: 'Reagendar com o orçamento',
    descricao: 'Ao renovar um orçamento, as agendas pendentes dele vão para o novo vencimento.',
    padrao: true,
  }),
  usaCarrinho: yesNo({
    ...orders,
    titulo: 'Carrinho',
    descricao: 'Incluir de novo um produto soma à linha que já está no orçamento, em vez de criar outra.',
    padrao: true,
  }),
  valorMinimoPedido: decimal({
    ...orders,
    titulo: 'Valor mínimo do pedido',
    descricao: 'Total abaixo do qual um orçamento não pode ser salvo como pedido.',
    padrao: '0',
    unidade: 'R$',
    de: '0',
    ate: '1000000',
    casas: 2,
  }),
  usaCreditoCliente: yesNo({
    ...orders,
    titulo: 'Limite de crédito',
    descricao: 'Só aceita pedidos que cabem no limite de crédito do cliente.',
    padrao: true,
  }),
  vendaSemEstoque: yesNo({
    ...orders,
    titulo: 'Venda sem estoque',
    descricao: 'Aceita pedidos de mais do que a filial tem disponível.',
    padrao: false,
  }),
  horasLinkPagamento: integer({
    ...orders,
    titulo: 'Validade do link de pagamento',
    descricao: 'Por quantas horas o cliente pode pagar por um link.',
    padrao: 48,
    unidade: 'horas',
    de: 1,
    ate: 720,
  }),
  statusPedido: statuses({
    ...orders,
    titulo: 'Nomes das situações',
    descricao: 'Nome, cor e ícone que a empresa dá às situações de orçamentos e pedidos.',
    padrao: {},
    porFilial: false,
    recarga: true,
  }),
};
