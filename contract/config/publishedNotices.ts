import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { PERSON_TYPES } from '../permissions.ts';
import { defineRoutes, Id, Instant, Nullable, Strict, Text } from '../route.ts';
import { simpleListQuery, WrittenRecord } from '../sharedShapes.ts';

/** Everybody, or one type of person. */
const Audience = Type.Union(
  ['TODOS', ...PERSON_TYPES].map((value) => Type.Literal(value)),
  { title: 'Para quem' },
);

/** A notice as whoever writes it sees it. Ours alone: simple-REST dialect. */
export const PublishedNotice = Type.Object(
  {
    id: Id('Aviso'),
    titulo: Type.String({ title: 'Título' }),
    /** Cleaned HTML. */
    conteudo: Type.String({ title: 'Texto' }),
    publico: Type.String({ title: 'Para quem' }),
    /** In the future: nobody sees it until then. */
    publicadoEm: Instant('Publicado em'),
    autor: Nullable(Type.String({ title: 'Autor' })),
    /** How many have confirmed, of how many it is meant for. */
    leituras: Type.Integer({ title: 'Leituras' }),
    destinatarios: Type.Integer({ title: 'Destinatários' }),
    versao: Type.Integer({ title: 'Versão' }),
  },
  { title: 'Aviso publicado' },
);
export type PublishedNotice = Static<typeof PublishedNotice>;

export const NoticeInput = Strict(
  {
    titulo: Text('Título', 120, { minLength: 1 }),
    conteudo: Text('Texto', 40_000),
    publico: Audience,
    /** `null`: at once. */
    publicadoEm: Type.Optional(Nullable(Instant('Publicar em'))),
    /** Of an update: the one that was read. */
    versao: Type.Optional(Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 })),
  },
  { title: 'Aviso' },
);
export type NoticeInput = Static<typeof NoticeInput>;

const base = '/config/avisos-publicados';
const permission = 'AVISOS_EDITAR';
const params = Strict({ id: Id('Aviso') });

export const publishedNoticeRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: base,
    summary: 'Avisos publicados e agendados',
    permission,
    query: simpleListQuery,
    response: Type.Array(PublishedNotice),
  },
  get: {
    method: 'GET',
    path: `${base}/{id}`,
    summary: 'Um aviso para editar',
    permission,
    params,
    response: PublishedNotice,
  },
  /** Who confirmed it and who did not yet, at most 500 of each. */
  readers: {
    method: 'GET',
    path: `${base}/{id}/leituras`,
    summary: 'Quem leu um aviso',
    permission,
    params,
    response: Type.Object({
      leram: Type.Array(Type.Object({ nome: Type.String({ title: 'Nome' }), quando: Instant('Quando') }), {
        title: 'Leram',
      }),
      faltam: Type.Array(Type.Object({ nome: Type.String({ title: 'Nome' }) }), { title: 'Faltam' }),
    }),
  },
  create: {
    method: 'POST',
    path: base,
    summary: 'Publicar um aviso',
    permission,
    body: NoticeInput,
    idempotent: true,
    response: WrittenRecord,
  },
  update: {
    method: 'PUT',
    path: `${base}/{id}`,
    summary: 'Mudar um aviso',
    permission,
    params,
    body: NoticeInput,
    record: PublishedNotice,
    response: WrittenRecord,
  },
  remove: {
    method: 'DELETE',
    path: `${base}/{id}`,
    summary: 'Excluir um aviso',
    permission,
    params,
    response: WrittenRecord,
  },
});
