import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Id, Instant, Strict, Text, Title } from '../../route.ts';
import { simpleListQuery, WrittenRecord } from '../../sharedShapes.ts';

/** An FAQ article as its editor sees it. Our own addition, in the simple-REST dialect. */
export const EditedArticle = Type.Object(
  {
    id: Id('Artigo'),
    titulo: Type.String({ title: 'Título' }),
    /** Sanitized HTML. */
    conteudo: Type.String({ title: 'Texto' }),
    /** Name of its kind; empty when it has none. */
    tipo: Type.String({ title: 'Tipo' }),
    paraConsumidores: Type.Boolean({ title: 'Consumidores podem ler' }),
    atualizado: Instant('Atualizado em'),
    versao: Type.Integer({ title: 'Versão' }),
  },
  { title: 'Artigo' },
);
export type EditedArticle = Static<typeof EditedArticle>;

/** A kind that does not exist yet is created with the article. */
export const ArticleInput = Strict(
  {
    titulo: Title('Título', 150),
    conteudo: Text('Texto', 100_000),
    tipo: Text('Tipo', 60),
    paraConsumidores: Type.Boolean({ title: 'Consumidores podem ler' }),
    /** For an update, the version that was read. */
    versao: Type.Optional(Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 })),
  },
  { title: 'Artigo' },
);
export type ArticleInput = Static<typeof ArticleInput>;

const base = '/config/artigos';
const permission = 'FAQ_EDITAR';
const params = Strict({ id: Id('Artigo') });

export const articleRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: base,
    summary: 'Artigos para editar',
    permission,
    query: simpleListQuery,
    response: Type.Array(EditedArticle),
  },
  get: {
    method: 'GET',
    path: `${base}/{id}`,
    summary: 'Um artigo para editar',
    permission,
    params,
    response: EditedArticle,
  },
  create: {
    method: 'POST',
    path: base,
    summary: 'Escrever um artigo',
    permission,
    body: ArticleInput,
    idempotent: true,
    response: WrittenRecord,
  },
  update: {
    method: 'PUT',
    path: `${base}/{id}`,
    summary: 'Mudar um artigo',
    permission,
    idempotent: true,
    params,
    body: ArticleInput,
    record: EditedArticle,
    response: WrittenRecord,
  },
  remove: {
    method: 'DELETE',
    path: `${base}/{id}`,
    summary: 'Excluir um artigo',
    permission,
    params,
    response: WrittenRecord,
  },
});
