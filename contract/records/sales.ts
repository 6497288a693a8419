import { ATIVO, CODIGO, EMAIL, nomeField, permissionsOfGroup, TELEFONE } from './fields/recordField.ts';
import { defineRecordType } from './recordType.ts';

const product = (titulo: string) =>
  ({ tipo: 'REFERENCIA', titulo, referencia: 'produtos', obrigatorio: true, fixo: true }) as const;

/** The server's queries that a menu may use. */
export const SUGGESTION_MENUS = {
  ULTIMAS_COMPRAS: 'O que comprou por último',
  MAIS_COMPRADOS: 'O que compra mais vezes',
  MIX: 'O que outros da mesma atividade compram',
  SEM_COMPRA: 'O que deixou de comprar',
} as const;

const permissoes = permissionsOfGroup('CADASTROS_PRODUTOS');

export const priceRuleType = defineRecordType({
  chave: 'regras-preco',
  titulo: { um: 'regra de preço', muitos: 'regras de preço', genero: 'f' },
  icone: 'Paid',
  grupo: 'Produtos',
  descricao: 'Quanto o preço de um produto muda pela quantidade, e em qual período.',
  campos: {
    codigo: CODIGO,
    produto: { ...product('Produto'), fixo: false },
    quantidadeMinima: {
      tipo: 'DECIMAL',
      titulo: 'A partir de',
      obrigatorio: true,
      minimo: 0,
      ate: 'quantidadeMaxima',
    },
    quantidadeMaxima: {
      tipo: 'DECIMAL',
      zeroSemFim: true,
      titulo: 'Até',
      ajuda: '0 sem fim.',
      padrao: '0',
      minimo: 0,
    },
    percentual: {
      tipo: 'PERCENTUAL',
      titulo: 'Ajuste',
      ajuda: 'Negativo tira do preço.',
      obrigatorio: true,
      minimo: -100,
      maximo: 1000,
    },
    multiplo: { tipo: 'DECIMAL', titulo: 'Múltiplo', padrao: '1', minimo: 0 },
    inicio: { tipo: 'DATE', titulo: 'Vale de', ate: 'fim' },
    fim: { tipo: 'DATE', titulo: 'Vale até' },
  },
  codigo: ['codigo'],
  nome: 'codigo',
  busca: ['codigo', 'produto'],
  lista: {
    colunas: ['codigo', 'produto', 'quantidadeMinima', 'quantidadeMaxima', 'percentual', 'inicio', 'fim'],
    ordem: 'codigo',
    ordenaveis: ['codigo'],
    filtros: ['produto'],
  },
  permissoes,
});

export const productLinkType = defineRecordType({
  chave: 'produtos-relacionados',
  titulo: { um: 'produto relacionado', muitos: 'produtos relacionados', genero: 'm' },
  icone: 'SwapHoriz',
  grupo: 'Produtos',
  descricao: 'O que se vende no lugar de um produto, ou junto com ele.',
  campos: {
    produto: product('Produto'),
    outro: product('Outro produto'),
    tipo: {
      tipo: 'SELECT',
      titulo: 'Relação',
      obrigatorio: true,
      fixo: true,
      opcoes: [
        { valor: 'SIMILAR', rotulo: 'Similar' },
        { valor: 'AGREGADO', rotulo: 'Agregado' },
      ],
    },
    quantidade: { tipo: 'DECIMAL', titulo: 'Quantos de um', padrao: '1', minimo: 0.001 },
  },
  codigo: ['produto', 'outro', 'tipo'],
  nome: 'produto',
  busca: ['produto', 'outro'],
  lista: {
    colunas: ['produto', 'outro', 'tipo', 'quantidade'],
    ordem: 'produto',
    ordenaveis: [],
    filtros: ['tipo', 'produto', 'outro'],
  },
  permissoes,
});

export const tintColorType = defineRecordType({
  chave: 'cores-tinta',
  titulo: { um: 'cor de tinta', muitos: 'cores de tinta', genero: 'f' },
  icone: 'Inventory2',
  grupo: 'Produtos',
  descricao: 'As cores da máquina de tingir.',
  campos: {
    codigo: CODIGO,
    nome: nomeField(['cor']),
    hex: { tipo: 'TEXT', titulo: 'Tom', ajuda: 'Como #1a2b3c.', obrigatorio: true, tamanho: 7 },
  },
  codigo: ['codigo'],
  nome: 'nome',
  busca: ['nome', 'codigo'],
  lista: { colunas: ['nome', 'codigo', 'hex'], ordem: 'nome', ordenaveis: ['nome', 'codigo'] },
  permissoes,
});

export const tintPriceType = defineRecordType({
  chave: 'precos-tinta',
  titulo: { um: 'preço de tingimento', muitos: 'preços de tingimento', genero: 'm' },
  icone: 'Paid',
  grupo: 'Produtos',
  descricao: 'O que uma base custa a mais em uma cor.',
  campos: {
    base: { tipo: 'TEXT', titulo: 'Código de barras da base', obrigatorio: true, fixo: true, tamanho: 14 },
    cor: { tipo: 'REFERENCIA', titulo: 'Cor', referencia: 'cores-tinta', obrigatorio: true, fixo: true },
    valor: { tipo: 'DINHEIRO', titulo: 'Acréscimo', obrigatorio: true, minimo: 0 },
  },
  codigo: ['base', 'cor'],
  nome: 'base',
  busca: ['base', 'cor'],
  lista: { colunas: ['base', 'cor', 'valor'], ordem: 'base', ordenaveis: ['base'], filtros: ['cor'] },
  permissoes,
});

export const suggestionMenuType = defineRecordType({
  chave: 'menus-sugestoes',
  titulo: { um: 'menu de sugestões', muitos: 'menus de sugestões', genero: 'm' },
  icone: 'TrendingUp',
  grupo: 'Comercial',
  descricao: 'As listas de produtos que o vendedor tem à mão em um orçamento, com nome e ordem da empresa.',
  campos: {
    tipo: {
      tipo: 'SELECT',
      titulo: 'O que sugere',
      obrigatorio: true,
      fixo: true,
      opcoes: Object.entries(SUGGESTION_MENUS).map(([valor, rotulo]) => ({ valor, rotulo })),
    },
    nome: nomeField(['menu']),
    ordem: { tipo: 'INTEIRO', titulo: 'Ordem', padrao: 0, minimo: 0, maximo: 999 },
    ativo: ATIVO,
  },
  codigo: ['tipo'],
  nome: 'nome',
  busca: ['nome'],
  lista: {
    colunas: ['nome', 'tipo', 'ordem', 'ativo'],
    ordem: 'ordem',
    ordenaveis: ['ordem', 'nome'],
    filtros: ['ativo'],
  },
  permissoes: permissionsOfGroup('CADASTROS_COMERCIAL'),
  situacao: 'ativo',
});

export const couponType = defineRecordType({
  chave: 'cupons',
  titulo: { um: 'cupom', muitos: 'cupons', genero: 'm' },
  icone: 'RequestQuote',
  grupo: 'Comercial',
  descricao: 'Descontos que o cliente pede por um código.',
  campos: {
    codigo: CODIGO,
    descricao: { tipo: 'TEXT', titulo: 'Descrição', tamanho: 100 },
    percentual: {
      tipo: 'PERCENTUAL',
      titulo: 'Desconto em %',
      ajuda: 'Este ou o valor.',
      minimo: 0,
      maximo: 100,
    },
    valor: {
      tipo: 'DINHEIRO',
      casas: 2,
      titulo: 'Desconto em valor',
      ajuda: 'Este ou o percentual.',
      minimo: 0,
    },
    minimo: { tipo: 'DINHEIRO', casas: 2, titulo: 'Pedido mínimo', padrao: '0', minimo: 0 },
    inicio: { tipo: 'DATE', titulo: 'Vale de', obrigatorio: true, ate: 'fim' },
    fim: { tipo: 'DATE', titulo: 'Vale até', obrigatorio: true },
    usos: {
      tipo: 'INTEIRO',
      titulo: 'Pedidos que podem usar',
      ajuda: 'Vazio para qualquer número.',
      minimo: 1,
    },
    primeiraCompra: {
      tipo: 'CHECKBOX',
      titulo: 'Só na primeira compra',
      ajuda: 'Para clientes sem nenhum pedido e sem compra registrada.',
      padrao: false,
    },
    diasSemComprar: {
      tipo: 'INTEIRO',
      titulo: 'Para quem volta depois de',
      ajuda: 'Dias desde a última compra. Vazio para qualquer cliente.',
      minimo: 1,
      maximo: 3650,
    },
    umPorCliente: {
      tipo: 'CHECKBOX',
      titulo: 'Uma vez por cliente',
      ajuda: 'Em um só orçamento ou pedido de cada cliente.',
      padrao: false,
    },
    produtos: {
      tipo: 'LISTA',
      titulo: 'Produtos',
      ajuda: 'O orçamento precisa ter ao menos um deles. Sem nenhum, serve a qualquer orçamento.',
      item: 'Produto',
      codigo: ['produto'],
      campos: { produto: product('Produto') },
    },
    ativo: ATIVO,
  },
  codigo: ['codigo'],
  nome: 'codigo',
  busca: ['codigo', 'descricao'],
  lista: {
    colunas: ['codigo', 'descricao', 'percentual', 'valor', 'inicio', 'fim', 'ativo'],
    ordem: 'codigo',
    ordenaveis: ['codigo'],
    filtros: ['ativo'],
  },
  permissoes: permissionsOfGroup('CADASTROS_COMERCIAL'),
  situacao: 'ativo',
});

export const representativeType = defineRecordType({
  chave: 'representantes',
  titulo: { um: 'representante', muitos: 'representantes', genero: 'm' },
  icone: 'AssignmentInd',
  grupo: 'Comercial',
  descricao: 'Quem vende em nome da empresa, com carteira própria de clientes.',
  campos: {
    codigo: CODIGO,
    nome: nomeField(['representante']),
    regiao: { tipo: 'REFERENCIA', titulo: 'Região', referencia: 'regioes' },
    supervisor: {
      tipo: 'REFERENCIA',
      titulo: 'Supervisor',
      referencia: 'pessoas',
      ajuda: 'Uma pessoa da empresa que entra no console.',
    },
    email: EMAIL,
    telefone: TELEFONE,
    celular: { ...TELEFONE, titulo: 'Celular', sinonimos: ['whatsapp', 'móvel'] },
    ativo: ATIVO,
  },
  codigo: ['codigo'],
  nome: 'nome',
  busca: ['nome', 'codigo', 'email'],
  lista: {
    colunas: ['nome', 'codigo', 'regiao', 'supervisor', 'email', 'celular', 'ativo'],
    ordem: 'nome',
    ordenaveis: ['nome', 'codigo'],
    filtros: ['ativo', 'regiao'],
  },
  permissoes: permissionsOfGroup('CADASTROS_COMERCIAL'),
  situacao: 'ativo',
});
