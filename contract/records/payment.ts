import { ATIVO, CODIGO, nomeField, permissionsOfGroup } from './commonFields.ts';
import { defineRecordType } from './recordType.ts';

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
