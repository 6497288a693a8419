import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Done, defineRoutes, Id, Instant, Nullable, onlyIds, Page, pageQuery, Strict } from '../route.ts';

export const Notice = Type.Object({
  id: Id('Aviso'),
  titulo: Type.String({ title: 'Título' }),
  /** Sanitized HTML. */
  conteudo: Type.String({ title: 'Conteúdo' }),
  datahora_criacao: Instant('Publicado em'),
  lido: Type.Boolean({ title: 'Lido' }),
  /** Whether it is for the reader alone; absent from other back ends, like the link. */
  pessoal: Type.Optional(Type.Boolean({ title: 'Só para mim' })),
  /** Path of the page that it is about. */
  link: Type.Optional(Nullable(Type.String({ title: 'Página' }))),
});
export type Notice = Static<typeof Notice>;

const areas = ['sac', 'callcenter'] as const;

export const noticeRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/avisos',
    areas,
    summary: 'Avisos',
    permission: 'SAC_AVISOS',
    query: Strict({ page: pageQuery.page, take: pageQuery.take, ...onlyIds('Aviso') }),
    response: Page(Notice),
  },
  unread: {
    method: 'GET',
    path: '/avisos/total-nao-lidos',
    areas,
    summary: 'Quantos avisos não li',
    permission: 'SAC_AVISOS',
    response: Type.Object({ total: Type.Integer({ title: 'Total' }) }),
  },
  confirm: {
    method: 'POST',
    path: '/avisos/confirmar-leitura/{idAviso}',
    areas,
    summary: 'Confirmar a leitura de um aviso',
    permission: 'SAC_AVISOS',
    params: Strict({ idAviso: Id('Aviso') }),
    response: Done,
  },
  confirmAll: {
    method: 'POST',
    path: '/avisos/ler-todos',
    areas,
    summary: 'Confirmar a leitura de todos os avisos',
    permission: 'SAC_AVISOS',
    response: Done,
  },
});
