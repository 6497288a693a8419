import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Id, Instant, Nullable, One, Strict, Text, Title } from '../../route.ts';
import { WrittenRecord } from '../../sharedShapes.ts';
import { DashboardKey } from './dashboardSummaries.ts';
import { SourceResult } from './homePages.ts';
import { ReportResult } from './reports.ts';
import { BlockKey, ShownBlock } from './shownBlocks.ts';

/** A screen on the wall that shows one dashboard. Its secret is shown once and stored hashed. */
export const Wall = Type.Object(
  {
    id: Id('Telão'),
    nome: Type.String({ title: 'Nome' }),
    painel: DashboardKey,
    /** The first characters of the secret. */
    inicio: Type.String({ title: 'Início da chave' }),
    autor: Type.String({ title: 'Quem criou' }),
    criado: Instant('Criado em'),
    ultimoUso: Nullable(Instant('Visto em')),
    revogado: Nullable(Instant('Revogado em')),
    versao: Type.Integer({ title: 'Versão' }),
  },
  { title: 'Telão' },
);
export type Wall = Static<typeof Wall>;

export const WallPage = Type.Object(
  {
    titulo: Type.String({ title: 'Título' }),
    empresa: Type.String({ title: 'Empresa' }),
    /** In minutes. */
    atualizaACada: Type.Integer({ title: 'Atualiza a cada' }),
    /** That of its author, whose days the figures are of. */
    fuso: Type.String({ title: 'Fuso horário' }),
    blocos: Type.Array(ShownBlock, { title: 'Blocos' }),
  },
  { title: 'Painel de um telão' },
);
export type WallPage = Static<typeof WallPage>;

/** One of the two, by the kind of the block. */
export const WallBlock = Type.Object(
  { resultado: Nullable(ReportResult), fonte: Nullable(SourceResult) },
  { title: 'Bloco de um telão' },
);
export type WallBlock = Static<typeof WallBlock>;

const base = '/config/teloes';
const permission = 'CONFIGURACAO_CHAVES';
/** In the body, so that no log keeps it. */
const Secret = Text('Chave', 100, { minLength: 1 });

export const wallRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: base,
    summary: 'Telões de um painel, também os revogados',
    permission,
    query: Strict({ painel: DashboardKey }),
    response: Type.Array(Wall),
  },
  create: {
    method: 'POST',
    path: base,
    summary: 'Criar um telão de um painel',
    permission,
    recentProof: true,
    body: Strict({ nome: Title('Nome', 60), painel: DashboardKey }),
    /** Returned once; someone who loses the secret creates another wall. */
    response: Type.Object({
      id: Type.Integer({ title: 'Código' }),
      data: Type.Object({
        id: Type.Integer({ title: 'Código' }),
        message: Type.String({ title: 'Mensagem' }),
        chave: Type.String({ title: 'Chave, mostrada só agora' }),
      }),
    }),
  },
  /** Takes effect at the next refresh of the screen, which stays in the list. */
  revoke: {
    method: 'POST',
    path: `${base}/{id}/revogar`,
    summary: 'Revogar um telão',
    permission,
    recentProof: true,
    params: Strict({ id: Id('Telão') }),
    body: Strict({ versao: Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 }) }),
    response: WrittenRecord,
  },
  page: {
    method: 'POST',
    path: '/config/telao',
    summary: 'O painel que um telão mostra',
    permission: 'public',
    withoutSession: true,
    body: Strict({ chave: Secret }),
    response: One(WallPage),
  },
  block: {
    method: 'POST',
    path: '/config/telao/bloco',
    summary: 'O que um bloco de um telão mostra',
    permission: 'public',
    withoutSession: true,
    body: Strict({ chave: Secret, bloco: BlockKey }),
    response: One(WallBlock),
  },
});
