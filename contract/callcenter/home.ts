import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Decimal, defineRoutes, Id, Nullable } from '../route.ts';
import { LINK_TARGET_KINDS } from '../rules/sales/showcase.ts';

/** What a banner or showcase opens, stored with its record: products, customers, an article, campaigns or a screen. */
export const Opens = Type.Object(
  {
    tipo: Type.Union(
      LINK_TARGET_KINDS.map((value) => Type.Literal(value)),
      { title: 'O que abre' },
    ),
    /** Search words, the article's number, or the path of the screen. */
    valor: Type.Optional(Type.String({ title: 'Qual' })),
  },
  { title: 'O que abre' },
);

export const Banner = Type.Object({
  id: Id('Banner'),
  titulo: Type.String({ title: 'Título' }),
  texto: Type.String({ title: 'Texto' }),
  idImagem: Nullable(Type.String({ title: 'Imagem' })),
  abre: Opens,
});
export type Banner = Static<typeof Banner>;

export const ShowcaseProduct = Type.Object({
  id: Id('Produto'),
  idExibicao: Type.String({ title: 'Código' }),
  descricao: Type.String({ title: 'Descrição' }),
  marca: Type.String({ title: 'Marca' }),
  unidade: Type.String({ title: 'Unidade' }),
  preco: Decimal('Preço'),
  idImagem: Nullable(Type.String({ title: 'Imagem' })),
  /** Across the branches that the person sees: 1 in stock, 2 low, 3 none (catalogue stockStatus). */
  estoque: Type.String({ title: 'Estoque' }),
});
export type ShowcaseProduct = Static<typeof ShowcaseProduct>;

export const Showcase = Type.Object({
  id: Id('Vitrine'),
  titulo: Type.String({ title: 'Título' }),
  subtitulo: Type.String({ title: 'Subtítulo' }),
  abre: Opens,
  produtos: Type.Array(ShowcaseProduct, { title: 'Produtos' }),
});
export type Showcase = Static<typeof Showcase>;

/** Figures of the person's own day; for leaders, of everyone in their scope. */
export const SalesFigures = Type.Object(
  {
    /** Whose figures these are: the person's own, or those of everyone they lead. */
    de: Type.Union([Type.Literal('PROPRIAS'), Type.Literal('EQUIPE')], { title: 'De quem' }),
    agendasAtrasadas: Type.Integer({ title: 'Agendas atrasadas' }),
    agendasHoje: Type.Integer({ title: 'Agendas de hoje' }),
    orcamentosAbertos: Type.Integer({ title: 'Orçamentos em aberto' }),
    orcamentosVencendo: Type.Integer({ title: 'Orçamentos que vencem em até três dias' }),
    negociacoesPendentes: Type.Integer({ title: 'Negociações de preço pendentes' }),
    /** Counted like the goals: by invoice date, products without taxes and freight. */
    pedidosMes: Type.Integer({ title: 'Pedidos faturados no mês' }),
    valorMes: Decimal('Faturado no mês'),
    /** `null` when there is no goal for this month. */
    metaMes: Nullable(Decimal('Meta do mês')),
    /** The part of `valorMes` invoiced by sellers who have a goal. */
    vendidoMeta: Nullable(Decimal('Faturado por quem tem meta')),
  },
  { title: 'Números de vendas' },
);
export type SalesFigures = Static<typeof SalesFigures>;

export const homeRoutes = defineRoutes({
  banners: {
    method: 'GET',
    path: '/callcenter/home/banners',
    summary: 'Banners da página inicial',
    permission: 'CLIENTE',
    response: Type.Array(Banner),
  },
  showcases: {
    method: 'GET',
    path: '/callcenter/home/vitrines',
    summary: 'Vitrines de produtos da página inicial',
    permission: 'CLIENTE',
    response: Type.Array(Showcase),
  },
  figures: {
    method: 'GET',
    path: '/callcenter/dashboards',
    summary: 'Números de vendas de hoje e do mês',
    permission: 'CLIENTE',
    response: SalesFigures,
  },
});
