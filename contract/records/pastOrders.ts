import { permissionsOfGroup } from './fields/recordField.ts';
import { defineRecordType } from './recordType.ts';

/** The status of an order made elsewhere, as far as it is known here. */
export const PAST_ORDER_STATUS = {
  ABERTO: 'Em aberto',
  FATURADO: 'Faturado',
  ENTREGUE: 'Entregue',
  DEVOLVIDO: 'Devolvido',
  CANCELADO: 'Cancelado',
} as const;
export type PastOrderStatus = keyof typeof PAST_ORDER_STATUS;
/** Statuses in which the customer has bought the goods. */
export const PURCHASED: PastOrderStatus[] = ['FATURADO', 'ENTREGUE'];

export const pastOrderType = defineRecordType({
  chave: 'historico-pedidos',
  titulo: { um: 'pedido anterior', muitos: 'pedidos anteriores', genero: 'm' },
  icone: 'ShoppingCartCheckout',
  grupo: 'Clientes',
  descricao:
    'O que os clientes pediram antes do Balcão ou fora dele. É memória: não reserva estoque, não gera título e não muda de etapa.',
  campos: {
    filial: {
      tipo: 'REFERENCIA',
      titulo: 'Filial',
      referencia: 'filiais',
      obrigatorio: true,
      fixo: true,
      sinonimos: ['emitente', 'cnpj da filial', 'loja'],
    },
    numero: {
      tipo: 'TEXT',
      titulo: 'Número',
      ajuda: 'Como o sistema de origem o chama.',
      obrigatorio: true,
      fixo: true,
      tamanho: 40,
      sinonimos: ['pedido', 'número do pedido', 'nº pedido', 'pedido erp'],
    },
    cliente: {
      tipo: 'REFERENCIA',
      titulo: 'Cliente',
      referencia: 'clientes',
      obrigatorio: true,
      sinonimos: ['cpf/cnpj', 'cnpj do cliente', 'documento'],
    },
    data: {
      tipo: 'DATE',
      titulo: 'Data',
      obrigatorio: true,
      sinonimos: ['data do pedido', 'emissão', 'dt pedido'],
    },
    situacao: {
      tipo: 'SELECT',
      titulo: 'Situação',
      padrao: 'ENTREGUE',
      opcoes: Object.entries(PAST_ORDER_STATUS).map(([valor, rotulo]) => ({ valor, rotulo })),
      sinonimos: ['status'],
    },
    vendedor: {
      tipo: 'REFERENCIA',
      titulo: 'Vendedor',
      referencia: 'pessoas',
      sinonimos: ['vendido por', 'cpf do vendedor', 'login do vendedor'],
    },
    total: {
      tipo: 'DINHEIRO',
      casas: 2,
      titulo: 'Total',
      ajuda: 'Vazio: a soma dos itens.',
      minimo: 0,
      sinonimos: ['valor', 'valor total', 'valor do pedido'],
    },
    observacao: { tipo: 'TEXTAREA', titulo: 'Observação', tamanho: 2000, sinonimos: ['obs'] },
    itens: {
      tipo: 'LISTA',
      titulo: 'Itens',
      item: 'Item',
      emColunas: 5,
      codigo: ['linha'],
      maximo: 990,
      campos: {
        linha: { tipo: 'INTEIRO', titulo: 'Linha', obrigatorio: true, minimo: 1, maximo: 9_999 },
        produto: { tipo: 'REFERENCIA', titulo: 'Produto', referencia: 'produtos', obrigatorio: true },
        unidade: { tipo: 'TEXT', titulo: 'Unidade', ajuda: 'Sem ela, a do produto.', tamanho: 6 },
        quantidade: { tipo: 'DECIMAL', titulo: 'Quantidade', obrigatorio: true, casas: 3, minimo: 0.001 },
        preco: { tipo: 'DINHEIRO', titulo: 'Preço unitário', obrigatorio: true, minimo: 0 },
      },
    },
  },
  codigo: ['filial', 'numero'],
  nome: 'numero',
  busca: ['numero', 'cliente'],
  lista: {
    colunas: ['numero', 'data', 'cliente', 'filial', 'situacao', 'total'],
    ordem: 'data',
    ordenaveis: ['data'],
    filtros: ['cliente', 'filial', 'situacao'],
  },
  permissoes: permissionsOfGroup('CADASTROS_CLIENTES'),
});
