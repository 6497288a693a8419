import { ATIVO, MOMENT, permissionsOfGroup } from './fields/recordField.ts';
import { defineRecordType } from './recordType.ts';

const centimetres = (titulo: string) =>
  ({ tipo: 'DECIMAL', titulo, ajuda: 'Em centímetros.', padrao: '0', minimo: 0 }) as const;
const kilos = (titulo: string) =>
  ({ tipo: 'DECIMAL', titulo, ajuda: 'Em quilos, de uma unidade.', padrao: '0', minimo: 0 }) as const;
const taxPercent = (titulo: string) => ({ tipo: 'PERCENTUAL', titulo, minimo: 0, maximo: 100 }) as const;

export const productType = defineRecordType({
  chave: 'produtos',
  titulo: { um: 'produto', muitos: 'produtos', genero: 'm' },
  icone: 'Inventory2',
  grupo: 'Produtos',
  descricao: 'O que a empresa vende: unidade, embalagens, pesos, impostos e preço.',
  campos: {
    codigo: {
      tipo: 'TEXT',
      titulo: 'Código',
      obrigatorio: true,
      tamanho: 60,
      sinonimos: ['cod', 'referência', 'sku', 'cprod'],
    },
    descricao: {
      tipo: 'TEXT',
      titulo: 'Descrição',
      obrigatorio: true,
      tamanho: 120,
      largo: true,
      sinonimos: ['produto', 'nome', 'xprod'],
    },
    // Invoices do not contain a brand, so a product created from one must remain editable without it.
    marca: { tipo: 'TEXT', titulo: 'Marca', tamanho: 60, sinonimos: ['fabricante'] },
    codigoBarras: {
      tipo: 'TEXT',
      titulo: 'Código de barras',
      tamanho: 14,
      sinonimos: ['ean', 'gtin', 'barras'],
    },
    unidade: {
      tipo: 'TEXT',
      titulo: 'Unidade',
      obrigatorio: true,
      tamanho: 6,
      padrao: 'UN',
      sinonimos: ['un', 'und', 'ucom'],
    },
    fracionavel: {
      tipo: 'SELECT',
      titulo: 'Vendido em frações',
      ajuda: 'Sem escolha vale o que a unidade diz: quilo e metro se dividem, unidade e caixa não.',
      opcoes: [
        { valor: 'SIM', rotulo: 'Sim' },
        { valor: 'NAO', rotulo: 'Não' },
      ],
      sinonimos: ['fracionado'],
    },
    preco: {
      tipo: 'DINHEIRO',
      titulo: 'Preço',
      padrao: '0',
      minimo: 0,
      sinonimos: ['preço de venda', 'valor'],
    },
    custo: { tipo: 'DINHEIRO', titulo: 'Custo', padrao: '0', minimo: 0, sinonimos: ['preço de custo'] },
    ncm: { tipo: 'TEXT', titulo: 'NCM', tamanho: 8, comMascara: true },
    cest: { tipo: 'TEXT', titulo: 'CEST', tamanho: 7, comMascara: true },
    classeVenda: { tipo: 'TEXT', titulo: 'Classe de venda', tamanho: 30 },
    modelo: { tipo: 'REFERENCIA', titulo: 'Modelo', referencia: 'modelos-produto' },
    pesoLiquido: kilos('Peso líquido'),
    pesoBruto: kilos('Peso bruto'),
    altura: centimetres('Altura'),
    largura: centimetres('Largura'),
    comprimento: centimetres('Comprimento'),
    ativo: { ...ATIVO, ajuda: 'Fora de uso não é oferecido em orçamentos.' },
    baseTinta: { tipo: 'CHECKBOX', titulo: 'Base de tinta', padrao: false },
    exigeFoto: {
      tipo: 'CHECKBOX',
      titulo: 'Devolução exige foto',
      padrao: false,
    },
    semDevolucao: {
      tipo: 'CHECKBOX',
      titulo: 'Não se devolve mais',
      padrao: false,
    },
    impostos: {
      tipo: 'GRUPO',
      titulo: 'Impostos da venda',
      campos: { ipi: taxPercent('IPI'), st: taxPercent('ST'), icms: taxPercent('ICMS') },
    },
    embalagens: {
      tipo: 'LISTA',
      titulo: 'Embalagens',
      ajuda: 'Como se vende além da unidade: 1 caixa são 12 unidades.',
      item: 'Embalagem',
      emColunas: 3,
      codigo: ['unidade', 'fator'],
      maximo: 50,
      campos: {
        nome: { tipo: 'TEXT', titulo: 'Nome', obrigatorio: true, tamanho: 60 },
        unidade: { tipo: 'TEXT', titulo: 'Unidade', obrigatorio: true, tamanho: 6 },
        fator: { tipo: 'DECIMAL', titulo: 'Unidades em uma', obrigatorio: true, minimo: 0.001 },
        fatorPreco: { tipo: 'DECIMAL', titulo: 'Fator do preço', minimo: 0, padrao: '1' },
        divisor: { tipo: 'DECIMAL', titulo: 'Divisor da unidade', minimo: 0.001, padrao: '1' },
        multiplo: {
          tipo: 'DECIMAL',
          titulo: 'Múltiplo',
          ajuda: '0 para qualquer quantidade.',
          minimo: 0,
          padrao: '0',
        },
        padrao: { tipo: 'CHECKBOX', titulo: 'Oferecida primeiro', padrao: false },
      },
    },
  },
  codigo: ['codigo'],
  nome: 'descricao',
  busca: ['codigo', 'descricao'],
  lista: {
    colunas: ['descricao', 'codigo', 'marca', 'unidade', 'preco', 'codigoBarras', 'ativo'],
    ordem: 'descricao',
    ordenaveis: ['descricao', 'codigo', 'marca'],
    filtros: ['ativo', 'modelo'],
  },
  permissoes: permissionsOfGroup('CADASTROS_PRODUTOS'),
  situacao: 'ativo',
});

export const productPriceType = defineRecordType({
  chave: 'precos',
  titulo: { um: 'preço', muitos: 'preços', genero: 'm' },
  icone: 'Paid',
  grupo: 'Produtos',
  descricao: 'O preço de cada produto em cada tabela.',
  campos: {
    produto: {
      tipo: 'REFERENCIA',
      titulo: 'Produto',
      referencia: 'produtos',
      obrigatorio: true,
      fixo: true,
      sinonimos: ['código', 'código do produto'],
    },
    tabela: {
      tipo: 'REFERENCIA',
      titulo: 'Tabela de preço',
      referencia: 'tabelas-preco',
      obrigatorio: true,
      fixo: true,
      sinonimos: ['tabela'],
    },
    preco: { tipo: 'DINHEIRO', titulo: 'Preço', obrigatorio: true, minimo: 0, sinonimos: ['valor'] },
    promocao: { tipo: 'CHECKBOX', titulo: 'Promoção', padrao: false },
  },
  codigo: ['produto', 'tabela'],
  nome: 'produto',
  busca: ['produto'],
  lista: {
    colunas: ['produto', 'tabela', 'preco', 'promocao'],
    ordem: 'produto',
    ordenaveis: [],
    filtros: ['tabela', 'produto'],
  },
  permissoes: permissionsOfGroup('CADASTROS_PRODUTOS'),
});

export const stockType = defineRecordType({
  chave: 'estoque',
  titulo: { um: 'saldo de estoque', muitos: 'saldos de estoque', genero: 'm' },
  icone: 'Warehouse',
  grupo: 'Produtos',
  descricao: 'Quanto cada filial tem de cada produto. O que pedidos reservam é contado pelo console.',
  campos: {
    produto: {
      tipo: 'REFERENCIA',
      titulo: 'Produto',
      referencia: 'produtos',
      obrigatorio: true,
      fixo: true,
      sinonimos: ['código', 'código do produto'],
    },
    filial: {
      tipo: 'REFERENCIA',
      titulo: 'Filial',
      referencia: 'filiais',
      obrigatorio: true,
      fixo: true,
      sinonimos: ['cnpj da filial', 'loja'],
    },
    quantidade: { tipo: 'DECIMAL', titulo: 'Quantidade', obrigatorio: true, sinonimos: ['saldo', 'estoque'] },
    contadoEm: {
      tipo: 'TEXT',
      titulo: 'Contado em',
      ajuda:
        'Dia e hora do saldo, como 25/11/2026 02:00 (horário de Brasília). O que foi pedido depois é descontado dele; sem este campo, tudo o que está em aberto.',
      tamanho: 35,
      expressao: MOMENT,
      expressaoMensagem: 'Informe dia e hora, como 25/11/2026 02:00',
      sinonimos: ['posição em', 'data do saldo', 'data da contagem'],
    },
    minimo: { tipo: 'DECIMAL', titulo: 'Pouco a partir de', padrao: '0', minimo: 0 },
    maximoPorPedido: {
      tipo: 'DECIMAL',
      titulo: 'Máximo por pedido',
      ajuda: '−1 para qualquer quantidade.',
      padrao: '-1',
      minimo: -1,
    },
    chegada: { tipo: 'DATE', titulo: 'Chega em' },
  },
  codigo: ['produto', 'filial'],
  nome: 'produto',
  busca: ['produto'],
  lista: {
    colunas: ['produto', 'filial', 'quantidade', 'contadoEm', 'minimo', 'chegada'],
    ordem: 'produto',
    ordenaveis: [],
    filtros: ['filial', 'produto'],
  },
  permissoes: permissionsOfGroup('CADASTROS_PRODUTOS'),
});
