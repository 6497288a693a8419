import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import {
  Day,
  Decimal,
  Done,
  defineRoutes,
  Id,
  Instant,
  Nullable,
  One,
  Page,
  pageQuery,
  Strict,
  Text,
} from '../route.ts';
import { Described, QuoteProduct, StockLevel } from './quoteShapes.ts';

/** Orders of products; the parameter campoOrdenacaoProdutos says which one holds without another. */
export const PRODUCT_SORTS = ['descricaocompleta', 'codigo', 'marca', 'preco'] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];

const search = {
  ...pageQuery,
  q: Type.Optional(Text('Pesquisa', 100)),
  marca: Type.Optional(Text('Marca', 80)),
  classe: Type.Optional(Text('Classe', 40)),
  /** Only what the branch can sell now. */
  comEstoque: Type.Optional(Type.Boolean({ title: 'Com estoque' })),
  orderBy: Type.Optional(
    Type.Union(
      PRODUCT_SORTS.map((sort) => Type.Literal(sort)),
      { title: 'Ordem' },
    ),
  ),
};
export const productSearch = Strict(search);
export type ProductSearch = Static<typeof productSearch>;

const PlainProduct = Type.Object(
  {
    id: Id('Produto'),
    idExibicao: Type.String({ title: 'Código' }),
    descricao: Type.String({ title: 'Descrição' }),
    marca: Type.String({ title: 'Marca' }),
    und: Type.String({ title: 'Unidade' }),
    codigoBarras: Type.String({ title: 'Código de barras' }),
    preco: Decimal('Preço'),
    inativo: Type.Boolean({ title: 'Fora de linha' }),
    idImagem: Nullable(Type.String({ title: 'Imagem' })),
  },
  { title: 'Produto' },
);
export type PlainProduct = Static<typeof PlainProduct>;

const BranchStock = Type.Object(
  {
    idFil: Id('Filial'),
    filial: Type.String({ title: 'Filial' }),
    qtEst: Decimal('Disponível'),
    reservado: Decimal('Reservado'),
    qtdMax: Decimal('Quantidade máxima'),
    situacao: StockLevel,
    previsao: Nullable(Day('Chega em')),
  },
  { title: 'Estoque' },
);
export type BranchStock = Static<typeof BranchStock>;

const MixProduct = Type.Composite(
  [
    QuoteProduct,
    Type.Object({
      /** Customers of the same activity who bought it within a year. */
      clientes: Type.Integer({ title: 'Clientes que compram' }),
    }),
  ],
  { title: 'Produto do mix' },
);
export type MixProduct = Static<typeof MixProduct>;

const CompetitorPrice = Type.Object(
  {
    id: Id('Preço'),
    concorrente: Described('Concorrente'),
    preco: Decimal('Preço'),
    observacao: Type.String({ title: 'Observação' }),
    por: Type.String({ title: 'Informado por' }),
    em: Instant('Em'),
  },
  { title: 'Preço do concorrente' },
);
export type CompetitorPrice = Static<typeof CompetitorPrice>;

const Color = Type.Object(
  {
    id: Id('Cor'),
    codigo: Type.String({ title: 'Código' }),
    nome: Type.String({ title: 'Nome' }),
    hex: Type.String({ title: 'Cor' }),
    acrescimo: Decimal('Acréscimo por unidade'),
  },
  { title: 'Cor' },
);
export type Color = Static<typeof Color>;

const reads = { method: 'GET', permission: 'CLIENTE' } as const;
const quoteProducts = Type.Array(QuoteProduct);
const branchQuery = Strict({ filial_id: Type.Optional(Id('Filial')) });
const ean = Type.String({
  title: 'Código de barras da base',
  minLength: 1,
  maxLength: 14,
  pattern: '^[0-9A-Za-z]{1,14}$',
});
const priceBody = {
  idTabelaPreco: Type.Optional(Nullable(Id('Tabela de preço'))),
  idPlano: Type.Optional(Nullable(Id('Plano de pagamento'))),
  qtde: Type.Optional(Type.String({ title: 'Quantidade', pattern: '^\\d{1,9}(\\.\\d{1,3})?$' })),
  idEmb: Type.Optional(Type.Integer({ title: 'Embalagem', minimum: 0, maximum: 2147483647 })),
};
const AskedPrice = Type.Object(
  {
    idProd: Id('Produto'),
    idFil: Id('Filial'),
    idEmb: Type.Integer({ title: 'Embalagem' }),
    precoTabela: Decimal('Preço de tabela'),
    preco: Decimal('Preço'),
    precoMinimo: Decimal('Menor preço de quem vende'),
    percDesc: Decimal('Desconto'),
  },
  { title: 'Preço calculado' },
);

/** Products as they are sold: prices, stock, what goes with them, colours, competitors. */
export const productRoutes = defineRoutes({
  ofQuote: {
    ...reads,
    path: '/callcenter/orcamentos/{idPedido}/produtos',
    summary: 'Pesquisar produtos para um orçamento',
    params: Strict({ idPedido: Id('Orçamento') }),
    query: productSearch,
    response: Page(QuoteProduct),
  },
  oneOfQuote: {
    ...reads,
    path: '/callcenter/orcamentos/{idPedido}/produtos/{idFil}/{idProd}',
    summary: 'Um produto de uma filial para um orçamento',
    params: Strict({ idPedido: Id('Orçamento'), idFil: Id('Filial'), idProd: Id('Produto') }),
    response: One(QuoteProduct),
  },
  prices: {
    method: 'POST',
    permission: 'CLIENTE',
    whileViewing: 'reads',
    path: '/callcenter/produtos-precos',
    summary: 'Preços de produtos em uma filial',
    body: Strict({
      idFil: Id('Filial'),
      produtos: Type.Array(Id('Produto'), { title: 'Produtos', minItems: 1, maxItems: 100 }),
      ...priceBody,
    }),
    response: Type.Array(AskedPrice),
  },
  price: {
    method: 'POST',
    permission: 'CLIENTE',
    whileViewing: 'reads',
    path: '/callcenter/produtos-precos/{idFil}/{idProd}',
    summary: 'Preço de um produto por quantidade e embalagem',
    params: Strict({ idFil: Id('Filial'), idProd: Id('Produto') }),
    body: Strict(priceBody),
    response: One(AskedPrice),
  },
  similar: {
    ...reads,
    path: '/callcenter/produtos-similares/{idProduto}',
    summary: 'Produtos que podem substituir outro',
    params: Strict({ idProduto: Id('Produto') }),
    query: branchQuery,
    response: quoteProducts,
  },
  aggregated: {
    ...reads,
    path: '/callcenter/produtos-agregados/{idProduto}',
    summary: 'Produtos que acompanham outro',
    params: Strict({ idProduto: Id('Produto') }),
    query: branchQuery,
    response: quoteProducts,
  },
  aggregatedOfQuote: {
    ...reads,
    path: '/callcenter/produtos-agregados/{produtoId}/{orcamentoId}',
    summary: 'Produtos que acompanham outro e ainda não estão no orçamento',
    params: Strict({ produtoId: Id('Produto'), orcamentoId: Id('Orçamento') }),
    response: quoteProducts,
  },
  models: {
    ...reads,
    path: '/callcenter/produtos-modelos/{idModelo}',
    summary: 'Produtos do mesmo modelo',
    params: Strict({ idModelo: Id('Modelo') }),
    query: branchQuery,
    response: quoteProducts,
  },
  /** Prices by quantity that hold today. */
  discounts: {
    ...reads,
    path: '/callcenter/descontos',
    summary: 'Descontos por quantidade em vigor',
    query: Strict({ idProd: Type.Optional(Id('Produto')), ...pageQuery }),
    response: Page(
      Type.Object({
        id: Id('Desconto'),
        idProd: Id('Produto'),
        descricao: Type.String({ title: 'Produto' }),
        qtdMin: Decimal('Acima de'),
        qtdMax: Decimal('Até'),
        perc: Decimal('Percentual'),
        multiplo: Decimal('Múltiplo'),
        fim: Nullable(Day('Vale até')),
      }),
    ),
  },
  terms: {
    ...reads,
    path: '/callcenter/condicoes',
    summary: 'Planos de pagamento',
    response: Type.Array(
      Type.Object({
        id: Id('Plano'),
        desc: Type.String({ title: 'Descrição' }),
        percentual: Decimal('Percentual'),
        minimo: Decimal('Valor mínimo'),
      }),
    ),
  },
  carriers: {
    ...reads,
    path: '/callcenter/transportadoras',
    summary: 'Transportadoras para orçamentos',
    response: Type.Array(Type.Object({ id: Id('Transportadora'), nome: Type.String({ title: 'Nome' }) })),
  },
  transports: {
    ...reads,
    path: '/callcenter/transportes',
    summary: 'Tipos de frete',
    response: Type.Array(
      Type.Object({
        id: Id('Tipo'),
        desc: Type.String({ title: 'Descrição' }),
        proprio: Type.Boolean({ title: 'Frota própria' }),
      }),
    ),
  },
  inactive: {
    ...reads,
    path: '/callcenter/produtos-inativos',
    summary: 'Pesquisar produtos fora de linha',
    query: Strict({ ...pageQuery, q: Type.Optional(Text('Pesquisa', 100)) }),
    response: Page(PlainProduct),
  },
  one: {
    ...reads,
    path: '/callcenter/produtos/{idProd}',
    summary: 'Um produto do catálogo',
    params: Strict({ idProd: Id('Produto') }),
    response: One(PlainProduct),
  },
  search: {
    ...reads,
    path: '/callcenter/consultas/produtos',
    summary: 'Pesquisar produtos do catálogo',
    query: Strict({ ...pageQuery, q: Type.Optional(Text('Pesquisa', 100)) }),
    response: Page(PlainProduct),
  },
  /** What a customer probably needs: what they bought before, the most bought first. */
  suggestion: {
    method: 'POST',
    permission: 'CLIENTE',
    whileViewing: 'reads',
    path: '/callcenter/produtos/sugestao',
    summary: 'Produtos que o cliente costuma comprar',
    body: Strict({ idCli: Id('Cliente'), idFil: Id('Filial') }),
    response: quoteProducts,
  },
  quoted: {
    method: 'POST',
    permission: 'ORCAMENTO_EDITAR',
    idempotent: true,
    path: '/callcenter/produtos-cotados/{idPedido}',
    summary: 'Registrar produtos de que o cliente só perguntou o preço',
    params: Strict({ idPedido: Id('Orçamento') }),
    body: Strict({
      produtos: Type.Array(
        Strict(
          {
            idProd: Id('Produto'),
            qtde: Type.String({ title: 'Quantidade', pattern: '^\\d{1,9}(\\.\\d{1,3})?$' }),
          },
          { title: 'Produto cotado' },
        ),
        { title: 'Produtos', minItems: 1, maxItems: 100 },
      ),
    }),
    response: Done,
  },
  stock: {
    ...reads,
    path: '/callcenter/estoque/{idProd}/{idFil}',
    summary: 'Estoque de um produto em uma filial e nas outras',
    params: Strict({ idProd: Id('Produto'), idFil: Id('Filial') }),
    response: Type.Array(BranchStock),
  },
  stockStatus: {
    ...reads,
    path: '/callcenter/estoque/status/{idProd}/{idFil}',
    summary: 'Situação do estoque de um produto em uma filial',
    params: Strict({ idProd: Id('Produto'), idFil: Id('Filial') }),
    response: One(Type.Object({ situacao: StockLevel, qtEst: Decimal('Disponível') })),
  },
  filters: {
    ...reads,
    path: '/callcenter/vitrines/filtros',
    summary: 'Marcas e classes para filtrar produtos',
    response: One(
      Type.Object(
        {
          marcas: Type.Array(Type.String({ title: 'Marca' }), { title: 'Marcas' }),
          classes: Type.Array(Type.String({ title: 'Classe' }), { title: 'Classes' }),
        },
        { title: 'Filtros' },
      ),
    ),
  },
  mixOfCustomer: {
    ...reads,
    path: '/callcenter/mixes/{idCli}/{idFil}',
    summary: 'O que clientes da mesma atividade compram e este não',
    params: Strict({ idCli: Id('Cliente'), idFil: Id('Filial') }),
    response: Type.Array(MixProduct),
  },
  mixOfBranch: {
    ...reads,
    path: '/callcenter/mixes/{idFil}',
    summary: 'O que os clientes da filial mais compram',
    params: Strict({ idFil: Id('Filial') }),
    response: Type.Array(MixProduct),
  },
  colors: {
    ...reads,
    path: '/callcenter/base/{eanBase}/cores',
    summary: 'Cores de uma base tintométrica',
    params: Strict({ eanBase: ean }),
    response: Type.Array(Color),
  },
  colorPrice: {
    method: 'POST',
    permission: 'CLIENTE',
    whileViewing: 'reads',
    path: '/callcenter/preco/{idCor}/{eanBase}',
    summary: 'Preço de uma base em uma cor',
    params: Strict({ idCor: Id('Cor'), eanBase: ean }),
    body: Strict({
      idTabelaPreco: Type.Optional(Nullable(Id('Tabela de preço'))),
    }),
    response: One(
      Type.Object({
        idProd: Id('Produto'),
        base: Decimal('Base'),
        cor: Decimal('Cor'),
        preco: Decimal('Preço'),
      }),
    ),
  },
  competitorPrices: {
    ...reads,
    path: '/callcenter/orcamentos/concorrente-preco',
    summary: 'Preços de concorrentes para um produto',
    query: Strict({ idProd: Id('Produto'), idCli: Type.Optional(Id('Cliente')) }),
    response: Type.Array(CompetitorPrice),
  },
  competitors: {
    ...reads,
    path: '/callcenter/orcamentos/concorrente-preco/concorrentes',
    summary: 'Concorrentes',
    response: Type.Array(Described('Concorrente')),
  },
  addCompetitorPrice: {
    method: 'POST',
    permission: 'ORCAMENTO_EDITAR',
    idempotent: true,
    path: '/callcenter/orcamentos/concorrente-preco/insert',
    summary: 'Registrar o preço de um concorrente',
    body: Strict({
      idConcorrente: Id('Concorrente'),
      idProd: Id('Produto'),
      idCli: Id('Cliente'),
      preco: Type.String({ title: 'Preço', pattern: '^\\d{1,9}(\\.\\d{1,4})?$' }),
      observacao: Type.Optional(Text('Observação', 255)),
    }),
    response: Done,
  },
});
