import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Id, One, Strict, Text } from '../route.ts';

/** `score` 0 to 100: how well the article fits; above 50 it is shown green. */
export const ArticleHit = Type.Object({
  id: Id('Artigo'),
  titulo: Type.String({ title: 'Título' }),
  score: Type.Integer({ title: 'Relevância' }),
});
export type ArticleHit = Static<typeof ArticleHit>;

export const Article = Type.Object({
  id: Id('Artigo'),
  titulo: Type.String({ title: 'Título' }),
  /** Cleaned HTML. */
  conteudo: Type.String({ title: 'Conteúdo' }),
});
export type Article = Static<typeof Article>;

export const faqRoutes = defineRoutes({
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
