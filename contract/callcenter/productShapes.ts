import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Day, Decimal, Id, Nullable, pageQuery, Strict, Text } from '../route.ts';
import { QuoteProduct, StockLevel } from './quoteShapes.ts';

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
      /** Customers of the same activity who bought it within a year. */
      clientes: Type.Integer({ title: 'Clientes que compram' }),
      /** A seller put it there by hand. */
      escolhido: Type.Boolean({ title: 'Posto à mão' }),
    }),
  ],
  { title: 'Produto do mix' },
);
export type MixProduct = Static<typeof MixProduct>;

export const AskedPrice = Type.Object(
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
