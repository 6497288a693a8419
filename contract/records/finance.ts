import { ATIVO, CODIGO } from './commonFields.ts';
import { permissionsOfGroup } from './permissions.ts';
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
    total: { tipo: 'DINHEIRO', titulo: 'Limite', obrigatorio: true, minimo: 0, sinonimos: ['limite total'] },
    utilizado: { tipo: 'DINHEIRO', titulo: 'Utilizado', padrao: '0', minimo: 0 },
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
    valor: { tipo: 'DINHEIRO', titulo: 'Valor', obrigatorio: true, minimo: 0 },
    saldo: { tipo: 'DINHEIRO', titulo: 'Saldo', obrigatorio: true, minimo: 0 },
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
