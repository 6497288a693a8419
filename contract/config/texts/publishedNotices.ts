import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { PERSON_TYPES } from '../../permissions.ts';
import { defineRoutes, Id, Instant, Nullable, Strict, Text, Title } from '../../route.ts';
import { simpleListQuery, WrittenRecord } from '../../sharedShapes.ts';

/** Everyone, one type of person, or one person. */
const Audience = Type.Union(
  ['TODOS', ...PERSON_TYPES, 'PESSOA'].map((value) => Type.Literal(value)),
  { title: 'Para quem' },
);

/** A notice as its editor sees it. Our own addition, in the simple-REST dialect. */
export const PublishedNotice = Type.Object(
  {
    id: Id('Aviso'),
    titulo: Type.String({ title: 'Título' }),
    /** Sanitized HTML. */
    conteudo: Type.String({ title: 'Texto' }),
    publico: Type.String({ title: 'Para quem' }),
    /** The only reader of a notice for one person. */
    pessoa: Nullable(
      Type.Object({ id: Id('Pessoa'), nome: Type.String({ title: 'Nome' }) }, { title: 'Pessoa' }),
    ),
    link: Nullable(Type.String({ title: 'Página' })),
    /** If in the future, nobody sees the notice until then. */
    publicadoEm: Instant('Publicado em'),
    autor: Nullable(Type.String({ title: 'Autor' })),
    /** How many people have confirmed it, and how many it is addressed to. */
    leituras: Type.Integer({ title: 'Leituras' }),
    destinatarios: Type.Integer({ title: 'Destinatários' }),
    versao: Type.Integer({ title: 'Versão' }),
  },
  { title: 'Aviso publicado' },
);
export type PublishedNotice = Static<typeof PublishedNotice>;

export const NoticeInput = Strict(
  {
    titulo: Title('Título', 120),
    conteudo: Text('Texto', 40_000),
    publico: Audience,
    /** Of a notice for one person. */
    idPessoa: Type.Optional(Nullable(Id('Pessoa'))),
    /** Path of a page of the console: `/tickets/12`. */
    link: Type.Optional(Nullable(Text('Página', 300))),
    /** `null` publishes at once. */
    publicadoEm: Type.Optional(Nullable(Instant('Publicar em'))),
    /** For an update, the version that was read. */
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
  /** The people who confirmed it and those who have not yet, at most 500 of each. */
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
    idempotent: true,
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
