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
  pageQuery,
  Strict,
  Text,
} from '../route.ts';
import { Described, QuoteProduct, StockLevel } from './quotes/quoteShapes.ts';

/** Sort orders of products; the parameter campoOrdenacaoProdutos sets the default. */
export const PRODUCT_SORTS = ['descricaocompleta', 'codigo', 'marca', 'preco'] as const;

export type ProductSort = (typeof PRODUCT_SORTS)[number];

const search = {
  ...pageQuery,
  q: Type.Optional(Text('Pesquisa', 100)),
  marca: Type.Optional(Text('Marca', 80)),
  classe: Type.Optional(Text('Classe', 40)),
  /** Only products that the branch can sell now. */
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

export const PlainProduct = Type.Object(
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

export const BranchStock = Type.Object(
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

export const MixProduct = Type.Composite(
  [
    QuoteProduct,
    Type.Object({
      /** Number of customers in the same line of business who bought it within the last year. */
      clientes: Type.Integer({ title: 'Clientes que compram' }),
      /** Whether a seller added it by hand. */
      escolhido: Type.Boolean({ title: 'Posto à mão' }),
    }),
  ],
  { title: 'Produto do mix' },
);

export type MixProduct = Static<typeof MixProduct>;

export const RequestedPrice = Type.Object(
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

export const CompetitorPrice = Type.Object(
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

const reads = { method: 'GET', permission: 'CLIENTE' } as const;

/** Competitors' prices as reported by customers. */
export const competitorPriceRoutes = defineRoutes({
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

const ean = Type.String({
  title: 'Código de barras da base',
  minLength: 1,
  maxLength: 14,
  pattern: '^[0-9A-Za-z]{1,14}$',
});

/** Colours that are mixed into a base, with their prices. */
export const tintingRoutes = defineRoutes({
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
    allowedWhileViewingAs: 'reads',
    path: '/callcenter/preco/{idCor}/{eanBase}',
    summary: 'Preço de uma base em uma cor',
    params: Strict({ idCor: Id('Cor'), eanBase: ean }),
    body: Strict({
      idTabelaPreco: Type.Optional(Nullable(Id('Tabela de preço'))),
      idPlano: Type.Optional(Nullable(Id('Plano de pagamento'))),
      /** Defaults to a single unit. */
      idEmb: Type.Optional(Type.Integer({ title: 'Embalagem', minimum: 0, maximum: 2147483647 })),
      qtde: Type.Optional(Type.String({ title: 'Quantidade', pattern: '^\\d{1,9}(\\.\\d{1,3})?$' })),
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
});
