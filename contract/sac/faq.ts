import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Id, Nullable, One, Page, pageQuery, Strict, Text } from '../route.ts';
import { Option } from './tickets/ticketCatalog.ts';

/** `score` from 0 to 100 rates how well the article matches; above 50 it is shown in green. */
export const ArticleHit = Type.Object({
  id: Id('Artigo'),
  titulo: Type.String({ title: 'Título' }),
  score: Type.Integer({ title: 'Relevância' }),
});
export type ArticleHit = Static<typeof ArticleHit>;

export const Article = Type.Object({
  id: Id('Artigo'),
  titulo: Type.String({ title: 'Título' }),
  /** Sanitized HTML. */
  conteudo: Type.String({ title: 'Conteúdo' }),
});
export type Article = Static<typeof Article>;

/** An article in the list. `score` is null when there was no search. */
export const ArticleRow = Type.Object(
  {
    id: Id('Artigo'),
    titulo: Type.String({ title: 'Título' }),
    /** The beginning of the article's text. */
    resumo: Type.String({ title: 'Resumo' }),
    tipo: Nullable(Option),
    score: Nullable(Type.Integer({ title: 'Relevância' })),
  },
  { title: 'Artigo' },
);
export type ArticleRow = Static<typeof ArticleRow>;

const areas = ['sac', 'callcenter'] as const;

export const faqRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/faq/artigos-paginados',
    areas,
    summary: 'Artigos, por tipo e por palavras',
    permission: 'SAC_FAQ',
    query: Strict({
      page: pageQuery.page,
      take: pageQuery.take,
      q: Type.Optional(Text('Pesquisa', 200)),
      tipo: Type.Optional(Id('Tipo')),
    }),
    response: Page(ArticleRow),
  },
  kinds: {
    method: 'GET',
    path: '/faq/tipos',
    areas,
    summary: 'Tipos de artigo',
    permission: 'SAC_FAQ',
    response: Type.Array(Option),
  },
  related: {
    method: 'GET',
    path: '/sac/faq/artigos',
    summary: 'Artigos relacionados a um assunto',
    permission: 'SAC_TICKETS',
    query: Strict({
      assunto: Text('Assunto', 200),
      limit: Type.Optional(Type.Integer({ title: 'Quantos', minimum: 1, maximum: 20, default: 5 })),
    }),
    response: Type.Array(ArticleHit),
  },
  get: {
    method: 'GET',
    path: '/sac/faq/artigos/{id}',
    summary: 'Um artigo',
    permission: 'SAC_TICKETS',
    params: Strict({ id: Id('Artigo') }),
    response: One(Article),
  },
});
