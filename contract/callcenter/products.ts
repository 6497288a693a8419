import * as Type from '@sinclair/typebox';
import {
  Day,
  Decimal,
  Done,
  defineRoutes,
  Id,
  Nullable,
  One,
  Page,
  pageQuery,
  Strict,
  Text,
} from '../route.ts';
import {
  BranchStock,
  competitorPriceRoutes,
  MixProduct,
  PlainProduct,
  productSearch,
  RequestedPrice,
  tintingRoutes,
} from './productShapes.ts';
import { QuoteProduct, StockLevel } from './quotes/quoteShapes.ts';

export type {
  BranchStock,
  Color,
  CompetitorPrice,
  PlainProduct,
  ProductSearch,
  ProductSort,
} from './productShapes.ts';

const reads = { method: 'GET', permission: 'CLIENTE' } as const;
const quoteProducts = Type.Array(QuoteProduct);
const branchQuery = Strict({ filial_id: Type.Optional(Id('Filial')) });
const priceBody = {
  idTabelaPreco: Type.Optional(Nullable(Id('Tabela de preço'))),
  idPlano: Type.Optional(Nullable(Id('Plano de pagamento'))),
  qtde: Type.Optional(Type.String({ title: 'Quantidade', pattern: '^\\d{1,9}(\\.\\d{1,3})?$' })),
  idEmb: Type.Optional(Type.Integer({ title: 'Embalagem', minimum: 0, maximum: 2147483647 })),
};

/** Products on sale: prices, stock, related products, colours and competitors. */
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
    allowedWhileViewingAs: 'reads',
    path: '/callcenter/produtos-precos',
    summary: 'Preços de produtos em uma filial',
    body: Strict({
      idFil: Id('Filial'),
      produtos: Type.Array(Id('Produto'), { title: 'Produtos', minItems: 1, maxItems: 100 }),
      ...priceBody,
    }),
    response: Type.Array(RequestedPrice),
  },
  price: {
    method: 'POST',
    permission: 'CLIENTE',
    allowedWhileViewingAs: 'reads',
    path: '/callcenter/produtos-precos/{idFil}/{idProd}',
    summary: 'Preço de um produto por quantidade e embalagem',
    params: Strict({ idFil: Id('Filial'), idProd: Id('Produto') }),
    body: Strict(priceBody),
    response: One(RequestedPrice),
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
  /** Quantity discounts valid today. */
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
  /** Products that a customer probably needs, from past purchases, most bought first. */
  suggestion: {
    method: 'POST',
    permission: 'CLIENTE',
    allowedWhileViewingAs: 'reads',
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
  chooseForMix: {
    method: 'PUT',
    permission: 'ORCAMENTO_EDITAR',
    idempotent: true,
    path: '/callcenter/mixes/{idCli}/{idFil}/produtos/{idProd}',
    summary: 'Incluir um produto no mix do cliente, ou remover',
    params: Strict({ idCli: Id('Cliente'), idFil: Id('Filial'), idProd: Id('Produto') }),
    body: Strict({ noMix: Type.Boolean({ title: 'No mix' }) }),
    response: Done,
  },
  ...tintingRoutes,
  ...competitorPriceRoutes,
});
