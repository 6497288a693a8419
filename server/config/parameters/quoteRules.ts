import { byRole, choice, decimal, integer, words, yesNo } from './kinds.ts';

const quotes = { area: 'CALLCENTER', grupo: 'Orçamentos e pedidos', porFilial: true, recarga: true } as const;
const on = { ...quotes, padrao: true } as const;

/** Quote editing, besides what orders use (document 002 sections 6 and 9). */
export const QUOTE_PARAMETERS = {
  usaCupom: yesNo({
    ...on,
    titulo: 'Cupons de desconto',
    descricao: 'Aceita um cupom em cada orçamento.',
  }),
  usaCampanhaComercial: yesNo({
    ...on,
    titulo: 'Campanhas comerciais',
    descricao: 'Oferece no orçamento as campanhas que servem aos seus itens.',
  }),
  usaPrecoAtacado: yesNo({
    ...on,
    titulo: 'Preço por quantidade',
    descricao: 'Aplica as regras de preço por quantidade dos produtos.',
  }),
  permiteAbonarFrete: yesNo({
    ...quotes,
    titulo: 'Abonar o frete',
    descricao: 'Deixa quem vende cobrar do cliente menos frete do que o calculado.',
    padrao: false,
  }),
  selecionaTransportadora: yesNo({
    ...on,
    titulo: 'Escolher a transportadora',
    descricao: 'Deixa quem vende escolher a transportadora sem calcular o frete.',
  }),
  selecionaTipoFrete: yesNo({
    ...on,
    titulo: 'Escolher o tipo de frete',
    descricao: 'Deixa quem vende mudar o tipo de frete do orçamento.',
  }),
  registraItensCotados: yesNo({
    ...on,
    titulo: 'Registrar itens cotados',
    descricao: 'Guarda os produtos de que o cliente só perguntou o preço.',
  }),
  maximoItensOrcamento: integer({
    ...quotes,
    titulo: 'Máximo de itens de um orçamento',
    descricao: 'Quantas linhas de produto cabem em um orçamento.',
    padrao: 200,
    unidade: 'itens',
    de: 1,
    ate: 500,
  }),
  tamanhoMaximoQuantidade: integer({
    ...quotes,
    titulo: 'Dígitos da quantidade',
    descricao: 'Quantos dígitos a quantidade de um item pode ter.',
    padrao: 4,
    unidade: 'dígitos',
    de: 1,
    ate: 9,
  }),
  descontoMaximoVendedor: decimal({
    ...quotes,
    titulo: 'Desconto de quem vende',
    descricao: 'Até quanto se pode baixar um preço sem negociar e sem usar o flex do cliente.',
    padrao: '5',
    unidade: '%',
    de: '0',
    ate: '100',
    casas: 2,
  }),
  tipoValidacaoPreco: choice({
    ...quotes,
    titulo: 'Base do desconto',
    descricao: 'De que preço se mede o desconto de quem vende.',
    padrao: 'BRUTO',
    de: { BRUTO: 'Preço de tabela', LIQUIDO: 'Preço já ajustado pela quantidade' },
  }),
  tabelasPorPapel: byRole({
    ...quotes,
    titulo: 'Tabelas de preço que cada papel pode escolher',
    descricao:
      'Códigos das tabelas separados por vírgula, ou * para todas. A tabela do próprio cliente pode ser sempre usada; as outras pedem um preço negociado.',
    padrao: { ADMIN: '*', GERENTE: '*', SUPERVISOR: '*' },
  }),
  quantidadeMinimaAutorizada: integer({
    ...quotes,
    titulo: 'Quantidade de um preço autorizado',
    descricao:
      'Que parte da quantidade pedida o cliente precisa levar para que um preço autorizado valha. Acima da quantidade pedida ele nunca vale.',
    padrao: 50,
    unidade: '%',
    de: 0,
    ate: 100,
  }),
  margemMinima: decimal({
    ...quotes,
    titulo: 'Lucro mínimo',
    descricao: 'Abaixo dele o orçamento avisa que o lucro está baixo.',
    padrao: '10',
    unidade: '%',
    de: '0',
    ate: '100',
    casas: 2,
  }),
  diasAtrasoSinaleira: integer({
    ...quotes,
    titulo: 'Atraso tolerado',
    descricao: 'Com títulos vencidos há mais dias, o pedido precisa de liberação.',
    padrao: 15,
    unidade: 'dias',
    de: 0,
    ate: 365,
  }),
  campoOrdenacaoProdutos: choice({
    ...quotes,
    titulo: 'Ordem dos produtos',
    descricao: 'Em que ordem a pesquisa do orçamento mostra os produtos.',
    padrao: 'descricaocompleta',
    de: { descricaocompleta: 'Descrição', codigo: 'Código', marca: 'Marca', preco: 'Preço' },
  }),
  tipoMenu: choice({
    ...quotes,
    titulo: 'Menu de produtos',
    descricao: 'Como o orçamento oferece as marcas e classes para filtrar produtos.',
    padrao: 'SUPERIOR_DESANINHADO',
    de: { SUPERIOR_DESANINHADO: 'Fileira acima da lista', SUPERIOR_ANINHADO: 'Botão que abre um menu' },
  }),
  unidadePadrao: words({
    ...quotes,
    titulo: 'Unidade padrão',
    descricao: 'Unidade dos produtos que não dizem a sua.',
    padrao: 'UN',
    maximo: 4,
  }),
};
