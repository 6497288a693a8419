import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Day, Decimal, defineRoutes, Instant, Nullable, One, Strict } from '../../route.ts';
import { BLOCK_SOURCES } from '../../rules/dashboards/blockSources.ts';
import { DashboardKey } from './dashboardSummaries.ts';
import { BlockSourceName, ShownBlock } from './shownBlocks.ts';

/** Something to try on a record of the demonstration. */
export const FirstAct = Type.Object(
  {
    /** 'Abra esta devolução e aprove 2 de 3 itens' */
    titulo: Type.String({ title: 'O que fazer' }),
    detalhe: Type.String({ title: 'Detalhe' }),
    caminho: Type.String({ title: 'Endereço' }),
  },
  { title: 'Primeiro ato na demonstração' },
);
export type FirstAct = Static<typeof FirstAct>;

/** The dashboard that is the person's home page; of its blocks those that they may see. */
export const HomePage = Type.Object(
  {
    painel: Nullable(
      Type.Object(
        {
          id: DashboardKey,
          /** Whether it has common filters: then it is read on a page of its own. */
          filtrado: Type.Boolean({ title: 'Tem filtros' }),
          /** In minutes; `null`: its reports are read again when somebody asks. */
          atualizaACada: Nullable(Type.Integer({ title: 'Atualiza a cada' })),
          blocos: Type.Array(ShownBlock, { title: 'Blocos' }),
        },
        { title: 'Painel' },
      ),
    ),
    /** Essential first steps that are still missing; zero for those who cannot take them. */
    faltam: Type.Integer({ title: 'Passos que faltam' }),
    /** Whether the company has neither customers nor tickets yet: its home page is the list of first steps. */
    vazia: Type.Boolean({ title: 'Empresa vazia' }),
    /** Absent in a company's own data, and once the person has done it. */
    sugestao: Type.Optional(FirstAct),
  },
  { title: 'Página inicial' },
);
export type HomePage = Static<typeof HomePage>;

/** One record, or one figure, of the person's day. */
export const SourceItem = Type.Object(
  {
    chave: Type.String({ title: 'Chave' }),
    titulo: Type.String({ title: 'Título' }),
    detalhe: Type.String({ title: 'Detalhe' }),
    /** A figure as it is read: '12', 'R$ 1.500,00'; empty if there is none. */
    valor: Type.String({ title: 'Valor' }),
    /** When it is due, or when something last happened; of a date without a time `dia`. */
    quando: Nullable(Instant('Quando')),
    dia: Nullable(Day('Dia')),
    /** How near `quando` is: late, nearly so, or over for good; `null`: in time, or nothing is due then. */
    prazo: Nullable(
      Type.Union([Type.Literal('ATRASADO'), Type.Literal('VENCENDO'), Type.Literal('VENCIDO')], {
        title: 'Prazo',
      }),
    ),
    /** A palette key, for a figure. */
    tom: Nullable(Type.String({ title: 'Cor' })),
    /** The name of a catalogue's icon; empty without one. */
    icone: Type.String({ title: 'Ícone' }),
    /** The screen that it leads to. */
    caminho: Nullable(Type.String({ title: 'Endereço' })),
  },
  { title: 'Item' },
);
export type SourceItem = Static<typeof SourceItem>;

export const SourceResult = Type.Object(
  {
    fonte: BlockSourceName,
    acesso: Type.Boolean({ title: 'Pode ver' }),
    itens: Type.Array(SourceItem, { title: 'Itens' }),
    /** The whole list that the items begin. */
    todos: Nullable(Type.String({ title: 'Endereço da lista' })),
    /** `null` where there is no goal. */
    meta: Nullable(
      Type.Object(
        {
          vendido: Decimal('Vendido'),
          alvo: Decimal('Meta'),
          /** Whole percent of the goal. */
          parte: Type.Integer({ title: 'Parte da meta' }),
        },
        { title: 'Meta' },
      ),
    ),
  },
  { title: 'O que um bloco lista ou conta' },
);
export type SourceResult = Static<typeof SourceResult>;

export const homePageRoutes = defineRoutes({
  home: {
    method: 'GET',
    path: '/config/painel-inicial',
    summary: 'O painel que é a página inicial da pessoa',
    permission: 'SAC_HOME',
    query: Strict({
      /** The one of the person's kind, also where their role has one of its own. */
      padrao: Type.Optional(Type.Boolean({ title: 'Home padrão' })),
    }),
    response: One(HomePage),
  },
  /** What blocks list or count for the person who asks: everybody gets their own. */
  sources: {
    method: 'GET',
    path: '/config/paineis-fontes',
    summary: 'O que blocos de painéis listam ou contam para a pessoa',
    permission: 'SAC_HOME',
    query: Strict({
      fontes: Type.Array(BlockSourceName, { title: 'Fontes', minItems: 1, maxItems: BLOCK_SOURCES.length }),
    }),
    response: Type.Array(SourceResult),
  },
});
