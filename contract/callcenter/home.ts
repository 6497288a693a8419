import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Decimal, defineRoutes, Id, Nullable } from '../route.ts';
import { OPENS } from '../rules/sales/showcase.ts';

/** What a banner or showcase opens, part of its record: products, customers, an article, campaigns, a screen. */
export const Opens = Type.Object(
  {
    tipo: Type.Union(
      OPENS.map((value) => Type.Literal(value)),
      { title: 'O que abre' },
    ),
    /** Words to find by, the article's number, the path of the screen. */
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
  /** Over the branches that the person sees: 1 in stock, 2 little, 3 none (catalogue stockStatus). */
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

/** The person's own day; of everybody in scope for who leads. */
export const SalesFigures = Type.Object(
  {
    /** Whose figures these are: the person's own, or all that they lead. */
    de: Type.Union([Type.Literal('PROPRIAS'), Type.Literal('EQUIPE')], { title: 'De quem' }),
    agendasAtrasadas: Type.Integer({ title: 'Agendas atrasadas' }),
    agendasHoje: Type.Integer({ title: 'Agendas de hoje' }),
    orcamentosAbertos: Type.Integer({ title: 'Orçamentos em aberto' }),
    orcamentosVencendo: Type.Integer({ title: 'Orçamentos que vencem em até três dias' }),
    negociacoesPendentes: Type.Integer({ title: 'Negociações de preço pendentes' }),
    /** As the goals count them: by the day of the invoice, products without taxes and freight. */
    pedidosMes: Type.Integer({ title: 'Pedidos faturados no mês' }),
    valorMes: Decimal('Faturado no mês'),
    /** `null` without a goal in this month. */
    metaMes: Nullable(Decimal('Meta do mês')),
    /** Of `valorMes` what those invoiced who have a goal. */
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
