import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Form } from '../../config/forms.ts';
import { defineRoutes, Nullable, One, Strict, Text } from '../../route.ts';
import { DashboardKey, DashboardSummary } from './dashboardSummaries.ts';
import { ReportKey, ReportResult, Values } from './reports.ts';
import { BlockKey, ShownBlock } from './shownBlocks.ts';

const Dashboard = Type.Composite(
  [
    DashboardSummary,
    Type.Object({
      /** In minutes; `null`: only when somebody asks for it. */
      atualizaACada: Nullable(Type.Integer({ title: 'Atualiza a cada' })),
      /** The common filters; `null` without any. */
      formulario: Nullable(Form),
      valoresIniciais: Values,
      blocos: Type.Array(ShownBlock, { title: 'Blocos' }),
    }),
  ],
  { title: 'Painel' },
);
export type Dashboard = Static<typeof Dashboard>;

/** What a block shows; of the rows, as many as it has room for. */
export const BlockResult = Type.Object(
  {
    resultado: ReportResult,
    /** The values that the report ran with, which lead to the whole of it. */
    filtros: Values,
    /** The names of the common filters that this report cannot be narrowed by. */
    naoAplicados: Type.Array(Type.String(), { title: 'Filtros que não valem aqui' }),
  },
  { title: 'Resultado do bloco' },
);
export type BlockResult = Static<typeof BlockResult>;

const permission = 'SAC_RELATORIO';
const base = '/config/paineis';

export const dashboardPageRoutes = defineRoutes({
  get: {
    method: 'GET',
    path: `${base}/{id}`,
    summary: 'Um painel: filtros comuns e blocos',
    permission,
    params: Strict({ id: DashboardKey }),
    response: One(Dashboard),
  },
  /** Runs the report of one block; the same question by the same person is remembered for a minute. */
  block: {
    method: 'GET',
    path: `${base}/{id}/blocos/{bloco}`,
    summary: 'O que um bloco de um painel mostra',
    permission,
    params: Strict({ id: DashboardKey, bloco: BlockKey }),
    query: Strict({
      /** The common filters as JSON, by name; left out, those that the page opens with. */
      filtros: Type.Optional(Text('Filtros', 4000)),
      /** Asks again instead of telling what is remembered. */
      agora: Type.Optional(Type.Boolean({ title: 'Agora' })),
    }),
    response: One(BlockResult),
  },
  /** Studio: what a block that is being written would show to its author. */
  preview: {
    method: 'GET',
    path: '/config/paineis-previa/{relatorio}',
    summary: 'Prévia de um bloco de painel',
    permission: 'CONFIGURACAO_RELATORIOS',
    params: Strict({ relatorio: ReportKey }),
    query: Strict({
      filtros: Type.Optional(Text('Filtros', 4000)),
      /** The names of the common filters, by which values of `filtros` count. */
      comuns: Type.Optional(Text('Filtros comuns', 400)),
      /** The values that the block fixes, as JSON. */
      fixos: Type.Optional(Text('Filtros fixos', 4000)),
    }),
    response: One(BlockResult),
  },
  /** Studio: the roles that may be named. */
  roles: {
    method: 'GET',
    path: '/config/paineis-perfis',
    summary: 'Perfis que um painel pode citar',
    permission: 'CONFIGURACAO_RELATORIOS',
    response: Type.Array(
      Type.Object({ chave: Type.String({ title: 'Chave' }), nome: Type.String({ title: 'Nome' }) }),
    ),
  },
});
