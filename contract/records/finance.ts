import { ATIVO, CODIGO, nomeField, permissionsOfGroup } from './fields/recordField.ts';
import { defineRecordType } from './recordType.ts';

const CLIENTE = {
  tipo: 'REFERENCIA',
  titulo: 'Cliente',
  referencia: 'clientes',
  obrigatorio: true,
  sinonimos: ['cpf/cnpj', 'documento', 'cnpj do cliente'],
} as const;

const permissoes = permissionsOfGroup('CADASTROS_CLIENTES');

export const creditLimitType = defineRecordType({
  chave: 'limites-credito',
  titulo: { um: 'limite de crédito', muitos: 'limites de crédito', genero: 'm' },
  icone: 'Paid',
  grupo: 'Clientes',
  descricao: 'Quanto cada cliente pode dever, por forma de cobrança e plano.',
  campos: {
    codigo: CODIGO,
    cliente: CLIENTE,
    cobranca: { tipo: 'REFERENCIA', titulo: 'Forma de cobrança', referencia: 'cobrancas' },
    plano: { tipo: 'REFERENCIA', titulo: 'Plano de pagamento', referencia: 'planos-pagamento' },
    total: {
      tipo: 'DINHEIRO',
      casas: 2,
      titulo: 'Limite',
      obrigatorio: true,
      minimo: 0,
      sinonimos: ['limite total'],
    },
    utilizado: { tipo: 'DINHEIRO', casas: 2, titulo: 'Utilizado', padrao: '0', minimo: 0 },
    vencimento: { tipo: 'DATE', titulo: 'Vale até' },
  },
  codigo: ['codigo'],
  nome: 'codigo',
  busca: ['codigo', 'cliente'],
  lista: {
    colunas: ['codigo', 'cliente', 'cobranca', 'plano', 'total', 'utilizado', 'vencimento'],
    ordem: 'codigo',
    ordenaveis: ['codigo'],
    filtros: ['cliente', 'cobranca', 'plano'],
  },
  permissoes,
});

export const creditType = defineRecordType({
  chave: 'creditos-cliente',
  titulo: { um: 'crédito de cliente', muitos: 'créditos de cliente', genero: 'm' },
  icone: 'MoneyOff',
  grupo: 'Clientes',
  descricao: 'O que a empresa deve a um cliente: devoluções, pagamentos a mais.',
  campos: {
    codigo: CODIGO,
    cliente: CLIENTE,
    descricao: { tipo: 'TEXT', titulo: 'Descrição', obrigatorio: true, tamanho: 200 },
    valor: { tipo: 'DINHEIRO', casas: 2, titulo: 'Valor', obrigatorio: true, minimo: 0 },
    saldo: { tipo: 'DINHEIRO', casas: 2, titulo: 'Saldo', obrigatorio: true, minimo: 0 },
    data: { tipo: 'DATE', titulo: 'Data', obrigatorio: true },
  },
  codigo: ['codigo'],
  nome: 'descricao',
  busca: ['codigo', 'descricao', 'cliente'],
  lista: {
    colunas: ['descricao', 'codigo', 'cliente', 'valor', 'saldo', 'data'],
    ordem: 'codigo',
    ordenaveis: ['codigo'],
    filtros: ['cliente'],
  },
  permissoes,
});

/** A colleague's money, readable only by people who see every account. */
export const accountOpeningType = defineRecordType({
  chave: 'saldos-iniciais',
  titulo: { um: 'saldo inicial', muitos: 'saldos iniciais', genero: 'm' },
  icone: 'Paid',
  grupo: 'Comercial',
  descricao: 'Com quanto começa a conta corrente de cada vendedor: um por pessoa, lançado no extrato.',
  campos: {
    pessoa: {
      tipo: 'REFERENCIA',
      titulo: 'Pessoa',
      referencia: 'pessoas',
      obrigatorio: true,
      fixo: true,
      sinonimos: ['vendedor', 'colaborador', 'cpf'],
    },
    data: {
      tipo: 'DATE',
      titulo: 'Saldo em',
      ajuda: 'O dia do saldo no sistema de antes. O lançamento é de quando é gravado.',
      obrigatorio: true,
      sinonimos: ['data', 'data do saldo'],
    },
    valor: {
      tipo: 'DINHEIRO',
      casas: 2,
      titulo: 'Valor',
      ajuda: 'Negativo: a pessoa deve. Uma correção lança a diferença.',
      obrigatorio: true,
      minimo: -999_999_999,
      maximo: 999_999_999,
      sinonimos: ['saldo'],
    },
  },
  codigo: ['pessoa'],
  nome: 'pessoa',
  busca: ['pessoa'],
  lista: { colunas: ['pessoa', 'data', 'valor'], ordem: 'data', ordenaveis: ['data'], filtros: ['pessoa'] },
  permissoes: { ...permissionsOfGroup('CADASTROS_COMERCIAL'), ler: 'CONTA_CORRENTE_TODAS' },
});

export const restrictionType = defineRecordType({
  chave: 'restricoes-cliente',
  titulo: { um: 'restrição de cliente', muitos: 'restrições de cliente', genero: 'f' },
  icone: 'Block',
  grupo: 'Clientes',
  descricao: 'Por que não se vende a um cliente, ou só com cuidado.',
  campos: {
    codigo: CODIGO,
    cliente: CLIENTE,
    descricao: { tipo: 'TEXT', titulo: 'Descrição', obrigatorio: true, tamanho: 200, largo: true },
    bloqueia: { tipo: 'CHECKBOX', titulo: 'Impede o pedido', padrao: false },
    ativo: ATIVO,
  },
  codigo: ['codigo'],
  nome: 'descricao',
  busca: ['codigo', 'descricao', 'cliente'],
  lista: {
    colunas: ['descricao', 'codigo', 'cliente', 'bloqueia', 'ativo'],
    ordem: 'codigo',
    ordenaveis: ['codigo'],
    filtros: ['cliente', 'ativo', 'bloqueia'],
  },
  permissoes,
  situacao: 'ativo',
});

export const paymentMethodType = defineRecordType({
  chave: 'cobrancas',
  titulo: { um: 'forma de cobrança', muitos: 'formas de cobrança', genero: 'f' },
  icone: 'Paid',
  grupo: 'Comercial',
  descricao: 'Como o cliente paga: boleto, cartão, depósito, link.',
  campos: {
    codigo: CODIGO,
    nome: nomeField(['cobrança', 'forma de pagamento']),
    taxaFixa: {
      tipo: 'DINHEIRO',
      titulo: 'Taxa fixa',
      ajuda: 'Somada a cada pedido cobrado assim.',
      padrao: '0',
      minimo: 0,
      casas: 2,
    },
    descricaoTaxa: { tipo: 'TEXT', titulo: 'Descrição da taxa', tamanho: 100 },
    online: {
      tipo: 'CHECKBOX',
      titulo: 'Paga por link',
      ajuda: 'O cliente recebe um endereço e paga na página pública.',
      padrao: false,
    },
    ativo: ATIVO,
  },
  codigo: ['codigo'],
  nome: 'nome',
  busca: ['nome', 'codigo'],
  lista: {
    colunas: ['nome', 'codigo', 'taxaFixa', 'online', 'ativo'],
    ordem: 'nome',
    ordenaveis: ['nome', 'codigo'],
    filtros: ['ativo'],
  },
  permissoes: permissionsOfGroup('CADASTROS_COMERCIAL'),
  situacao: 'ativo',
});

export const paymentPlanType = defineRecordType({
  chave: 'planos-pagamento',
  titulo: { um: 'plano de pagamento', muitos: 'planos de pagamento', genero: 'm' },
  icone: 'Event',
  grupo: 'Comercial',
  descricao: 'Quando o cliente paga: os dias de cada parcela, e o que isso muda no preço.',
  campos: {
    codigo: CODIGO,
    nome: nomeField(['plano', 'prazo']),
    dias: {
      tipo: 'TEXT',
      titulo: 'Dias das parcelas',
      ajuda: 'Dias depois da nota, separados por barra: 0 à vista, 30/60/90 em três vezes.',
      obrigatorio: true,
      padrao: '0',
      tamanho: 60,
      sinonimos: ['parcelas', 'vencimentos'],
    },
    percentual: {
      tipo: 'PERCENTUAL',
      titulo: 'Acréscimo',
      ajuda: 'Sobre o preço; negativo é desconto.',
      padrao: '0',
      minimo: -100,
      maximo: 1000,
    },
    minimo: {
      tipo: 'DINHEIRO',
      titulo: 'Pedido mínimo',
      padrao: '0',
      minimo: 0,
      casas: 2,
    },
    ativo: ATIVO,
  },
  codigo: ['codigo'],
  nome: 'nome',
  busca: ['nome', 'codigo'],
  lista: {
    colunas: ['nome', 'codigo', 'dias', 'percentual', 'minimo', 'ativo'],
    ordem: 'nome',
    ordenaveis: ['nome', 'codigo'],
    filtros: ['ativo'],
  },
  permissoes: permissionsOfGroup('CADASTROS_COMERCIAL'),
  situacao: 'ativo',
});
