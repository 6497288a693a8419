import { type IconName, optionsOf } from '../catalogs/catalog.ts';
import { ticketPriority } from '../catalogs/ticketPriority.ts';
import { ATIVO, CODIGO, nomeField, permissionsOfGroup, type RecordField } from './fields/recordField.ts';
import { defineRecordType, type RecordGroup } from './recordType.ts';

interface ListWords {
  chave: string;
  titulo: { um: string; muitos: string; genero: 'm' | 'f' };
  descricao: string;
  icone?: IconName;
  grupo?: RecordGroup;
  module?: Parameters<typeof permissionsOfGroup>[0];
}

/** A list of names to choose from: a code, a name, and whether it is in use. */
const listType = ({
  icone = 'Inventory2',
  grupo = 'Listas',
  module = 'CADASTROS_LISTAS',
  ...words
}: ListWords) =>
  defineRecordType({
    ...words,
    icone,
    grupo,
    campos: { codigo: CODIGO, nome: nomeField(), ativo: ATIVO },
    codigo: ['codigo'],
    nome: 'nome',
    busca: ['nome', 'codigo'],
    lista: {
      colunas: ['nome', 'codigo', 'ativo'],
      ordem: 'nome',
      ordenaveis: ['nome', 'codigo'],
      filtros: ['ativo'],
    },
    permissoes: permissionsOfGroup(module),
    situacao: 'ativo',
  });

export const regionType = listType({
  chave: 'regioes',
  titulo: { um: 'região', muitos: 'regiões', genero: 'f' },
  icone: 'Public',
  grupo: 'Comercial',
  module: 'CADASTROS_COMERCIAL',
  descricao: 'Como a empresa divide o mercado entre representantes e clientes.',
});

export const trafficSourceType = listType({
  chave: 'origens-trafego',
  titulo: { um: 'origem de tráfego', muitos: 'origens de tráfego', genero: 'f' },
  descricao: 'De onde veio um pedido: loja, site, telefone.',
});

export const priceTableType = listType({
  chave: 'tabelas-preco',
  titulo: { um: 'tabela de preço', muitos: 'tabelas de preço', genero: 'f' },
  icone: 'RequestQuote',
  grupo: 'Produtos',
  module: 'CADASTROS_PRODUTOS',
  descricao: 'Por qual preço cada cliente compra. Sem preço na tabela vale o do produto.',
});

export const productModelType = listType({
  chave: 'modelos-produto',
  titulo: { um: 'modelo de produto', muitos: 'modelos de produto', genero: 'm' },
  grupo: 'Produtos',
  module: 'CADASTROS_PRODUTOS',
  descricao: 'Produtos que diferem só em uma coisa, como a cor ou o tamanho.',
});

export const competitorType = listType({
  chave: 'concorrentes',
  titulo: { um: 'concorrente', muitos: 'concorrentes', genero: 'm' },
  descricao: 'De quem os vendedores anotam preços.',
});

export const activityType = listType({
  chave: 'atividades',
  titulo: { um: 'atividade', muitos: 'atividades', genero: 'f' },
  descricao: 'O ramo em que um cliente trabalha.',
});

export const leadSourceType = listType({
  chave: 'como-conheceu',
  titulo: { um: 'forma de conhecer', muitos: 'formas de conhecer', genero: 'f' },
  descricao: 'Como um cliente conheceu a empresa.',
});

export const classificationType = listType({
  chave: 'classificacoes',
  titulo: { um: 'classificação de cliente', muitos: 'classificações de cliente', genero: 'f' },
  descricao: 'Como a empresa separa os seus clientes.',
});

export const contactTypeType = listType({
  chave: 'tipos-contato',
  titulo: { um: 'tipo de contato', muitos: 'tipos de contato', genero: 'm' },
  descricao: 'O que alguém faz em um cliente: compras, financeiro, recebimento.',
});

export const segmentType = listType({
  chave: 'segmentos',
  titulo: { um: 'segmento', muitos: 'segmentos', genero: 'm' },
  descricao: 'O que um cliente costuma comprar.',
});

export const agendaReasonType = listType({
  chave: 'motivos-agenda',
  titulo: { um: 'motivo de agenda', muitos: 'motivos de agenda', genero: 'm' },
  descricao: 'Como um contato agendado terminou.',
});

export const negotiationReasonType = listType({
  chave: 'motivos-negociacao',
  titulo: { um: 'motivo de negociação', muitos: 'motivos de negociação', genero: 'm' },
  descricao: 'Por que um preço é negociado.',
});

export const lossReasonType = listType({
  chave: 'motivos-perda',
  titulo: { um: 'motivo de perda', muitos: 'motivos de perda', genero: 'm' },
  descricao: 'Por que um orçamento foi perdido.',
});

export const serviceReasonType = listType({
  chave: 'motivos-atendimento',
  titulo: { um: 'motivo de atendimento', muitos: 'motivos de atendimento', genero: 'm' },
  descricao: 'Por que se falou com um cliente.',
});

export const freightConditionType = listType({
  chave: 'condicionais-frete',
  titulo: { um: 'condicional de frete', muitos: 'condicionais de frete', genero: 'f' },
  descricao: 'O que uma entrega pode pedir a mais, como descarga ou entrega à noite.',
});

export const skillType = listType({
  chave: 'habilidades',
  titulo: { um: 'habilidade', muitos: 'habilidades', genero: 'f' },
  icone: 'SupervisorAccount',
  grupo: 'Empresa',
  module: 'CADASTROS_EMPRESA',
  descricao: 'O que cada pessoa sabe atender: um idioma, uma linha de produtos, questões fiscais.',
});

/** What the tickets of a sector or type begin with. */
export const TICKET_START = {
  habilidade: {
    tipo: 'REFERENCIA',
    titulo: 'Habilidade',
    ajuda: 'O que precisa saber quem atende.',
    referencia: 'habilidades',
  },
  prioridade: {
    tipo: 'SELECT',
    titulo: 'Prioridade ao abrir',
    opcoes: optionsOf(ticketPriority),
  },
} as const satisfies Record<string, RecordField>;

export const sectorType = defineRecordType({
  chave: 'setores',
  titulo: { um: 'setor', muitos: 'setores', genero: 'm' },
  icone: 'SupervisorAccount',
  grupo: 'Empresa',
  descricao: 'Os departamentos para onde um ticket é encaminhado. Os fluxos os chamam pela chave.',
  campos: {
    chave: {
      tipo: 'TEXT',
      titulo: 'Chave',
      ajuda: 'Os fluxos chamam o setor por ela. Não muda depois.',
      obrigatorio: true,
      tamanho: 40,
      fixo: true,
      sinonimos: ['código', 'sigla'],
    },
    nome: nomeField(['setor', 'departamento']),
    ...TICKET_START,
    ativo: ATIVO,
  },
  codigo: ['chave'],
  nome: 'nome',
  busca: ['nome', 'chave'],
  lista: {
    colunas: ['nome', 'chave', 'ativo'],
    ordem: 'nome',
    ordenaveis: ['nome', 'chave'],
    filtros: ['ativo'],
  },
  permissoes: permissionsOfGroup('CADASTROS_EMPRESA'),
  situacao: 'ativo',
});

export const dimensionType = defineRecordType({
  chave: 'dimensoes',
  titulo: { um: 'informação adicional', muitos: 'informações adicionais', genero: 'f' },
  icone: 'Description',
  grupo: 'Listas',
  descricao: 'O que mais se anota de um cliente, e as respostas que se pode escolher.',
  campos: {
    codigo: CODIGO,
    nome: nomeField(),
    ativo: ATIVO,
    opcoes: {
      tipo: 'LISTA',
      titulo: 'Respostas',
      item: 'Resposta',
      emColunas: 10,
      codigo: ['descricao'],
      campos: {
        descricao: { tipo: 'TEXT', titulo: 'Descrição', obrigatorio: true, tamanho: 100 },
        ativo: ATIVO,
      },
    },
  },
  codigo: ['codigo'],
  nome: 'nome',
  busca: ['nome', 'codigo'],
  lista: {
    colunas: ['nome', 'codigo', 'ativo'],
    ordem: 'nome',
    ordenaveis: ['nome', 'codigo'],
    filtros: ['ativo'],
  },
  permissoes: permissionsOfGroup('CADASTROS_LISTAS'),
  situacao: 'ativo',
});
