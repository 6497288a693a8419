import { decimal, integer, statuses, words, yesNo } from './kinds.ts';

const orders = { area: 'CALLCENTER', grupo: 'Orçamentos e pedidos', porFilial: true } as const;

/** Quotes and orders. */
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
    descricao:
      'Nome, cor e ícone que a empresa dá às situações de orçamentos e pedidos. O que mudou em Estúdio → Palavras vale antes do nome daqui.',
    padrao: {},
    porFilial: false,
    recarga: true,
  }),
};

const boletos = {
  area: 'CALLCENTER',
  grupo: 'Call-center',
  porFilial: true,
  fica: 'É a conta no banco de quem usa esta instalação.',
} as const;

/** A customer's invoices and the boletos that collect them. */
export const BILLING_PARAMETERS = {
  diasConsultaNotas: integer({
    area: 'CALLCENTER',
    grupo: 'Call-center',
    titulo: 'Período das notas fiscais',
    descricao: 'Quantos dias para trás a aba de notas fiscais do cliente mostra quando abre.',
    padrao: 45,
    unidade: 'dias',
    de: 1,
    ate: 1825,
    recarga: true,
  }),
  boletoAgencia: words({
    ...boletos,
    titulo: 'Agência dos boletos',
    descricao: 'Agência da empresa no banco que cobra, sem dígito.',
    padrao: null,
    semValor: 'o console não emite boletos',
    maximo: 4,
  }),
  boletoConta: words({
    ...boletos,
    titulo: 'Conta dos boletos',
    descricao: 'Conta da empresa no banco que cobra, sem dígito.',
    padrao: null,
    semValor: 'o console não emite boletos',
    maximo: 7,
  }),
  boletoCarteira: words({
    ...boletos,
    titulo: 'Carteira dos boletos',
    descricao: 'Carteira de cobrança contratada com o banco.',
    padrao: null,
    semValor: 'o console não emite boletos',
    maximo: 3,
  }),
};

const freight = { area: 'CALLCENTER', grupo: 'Frete e entrega' } as const;

/** Freight and delivery addresses. */
export const FREIGHT_PARAMETERS = {
  minimoIsencaoFrete: decimal({
    ...freight,
    titulo: 'Isenção de frete',
    descricao: 'Total do orçamento a partir do qual o cliente não paga frete.',
    padrao: null,
    semValor: 'nunca isenta',
    unidade: 'R$',
    de: '0.01',
    ate: '99999999',
    casas: 2,
    porFilial: true,
  }),
  percentualFreteEmbutido: decimal({
    ...freight,
    titulo: 'Frete embutido nos preços',
    descricao: 'Parte dos preços que já é frete; o cliente paga só o que passar dela.',
    padrao: '0',
    unidade: '%',
    de: '0',
    ate: '100',
    casas: 3,
    porFilial: true,
  }),
  cadastraEnderecoEntrega: yesNo({
    ...freight,
    titulo: 'Cadastrar endereço de entrega',
    descricao:
      'Quem vende pode criar um endereço de entrega do cliente ao tratar do frete. O cadastro do cliente segue suas próprias permissões.',
    padrao: true,
    recarga: true,
  }),
  permiteRemoverEndereco: yesNo({
    ...freight,
    titulo: 'Remover endereço de entrega',
    descricao:
      'Quem vende pode remover um endereço de entrega do cliente ao tratar do frete. O cadastro do cliente segue suas próprias permissões.',
    padrao: true,
    recarga: true,
  }),
};
