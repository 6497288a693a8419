import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Day, defineRoutes, Id, Instant, Nullable, Strict, Text } from '../../route.ts';

/** The periods offered by the dashboards, in days up to today. */
export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];

const counted = {
  total: Type.Integer({ title: 'Total' }),
  atrasados: Type.Integer({ title: 'Atrasados' }),
};

/** Open tickets of one reason, carrier, operator or step; those without one have a null `chave`. */
export const Share = Type.Object(
  {
    chave: Nullable(Type.String({ title: 'Chave' })),
    descricao: Type.String({ title: 'Descrição' }),
    ...counted,
  },
  { title: 'Parte' },
);
export type Share = Static<typeof Share>;

/** The largest shares, and the total number of tickets in the others. */
const Shares = (title: string) =>
  Type.Object(
    {
      maiores: Type.Array(Share, { title: 'Maiores' }),
      demais: Type.Integer({ title: 'Demais' }),
    },
    { title },
  );

export const Dashboards = Type.Object(
  {
    calculadoEm: Instant('Calculado em'),
    abertos: Type.Object(
      {
        ...counted,
        vencendo: Type.Integer({ title: 'Vencendo' }),
        semPrazo: Type.Integer({ title: 'Sem prazo' }),
      },
      { title: 'Em aberto' },
    ),
    porEtapa: Type.Array(Share, { title: 'Por etapa' }),
    /** By days since opening, with the same ranges as the list's filter; a null `de` means no lower bound. */
    porIdade: Type.Array(
      Type.Object({
        faixa: Type.String({ title: 'Faixa de dias' }),
        de: Nullable(Day('De')),
        ate: Day('Até'),
        ...counted,
      }),
      { title: 'Por idade' },
    ),
    porMotivo: Shares('Por motivo'),
    porTransportadora: Shares('Por transportadora'),
    porOperador: Shares('Por operador'),
    periodo: Type.Object(
      {
        de: Day('De'),
        ate: Day('Até'),
        criados: Type.Integer({ title: 'Criados' }),
        finalizados: Type.Integer({ title: 'Finalizados' }),
        /** Average time from opening to end, in hours; null if no ticket ended. */
        mediaHoras: Nullable(Type.Number({ title: 'Tempo médio em horas' })),
        porDia: Type.Array(
          Type.Object({
            dia: Day('Dia'),
            criados: Type.Integer({ title: 'Criados' }),
            finalizados: Type.Integer({ title: 'Finalizados' }),
          }),
          { title: 'Por dia' },
        ),
      },
      { title: 'No período' },
    ),
  },
  { title: 'Dashboards' },
);
export type Dashboards = Static<typeof Dashboards>;

export const dashboardRoutes = defineRoutes({
  all: {
    method: 'GET',
    path: '/sac/home/dashboards',
    summary: 'Tickets em aberto e movimento, contados para os gráficos',
    permission: 'SAC_DASHBOARD',
    query: Strict({
      dias: Type.Optional(
        Type.Union(
          PERIODS.map((days) => Type.Literal(days)),
          { title: 'Período em dias' },
        ),
      ),
      filial: Type.Optional(Type.Array(Id('Filial'), { title: 'Filiais', maxItems: 100 })),
      tipo: Type.Optional(Type.Array(Text('Tipo', 60), { title: 'Tipos', maxItems: 100 })),
    }),
    response: Dashboards,
  },
});

const waitingCounts = {
  total: Type.Integer({ title: 'Total' }),
  atrasados: Type.Integer({ title: 'Atrasados' }),
  vencendo: Type.Integer({ title: 'Vencendo' }),
};

/** Open work of one person. */
export const Waiting = Type.Object(
  {
    meus: Type.Object(waitingCounts, { title: 'Meus tickets em aberto' }),
    /** The person's own sector; null if they have none. */
    setor: Nullable(
      Type.Object(
        { id: Id('Setor'), desc: Type.String({ title: 'Descrição' }), ...waitingCounts },
        { title: 'Setor' },
      ),
    ),
  },
  { title: 'Pendências' },
);
export type Waiting = Static<typeof Waiting>;

export const waitingRoutes = defineRoutes({
  /** The counters on the home screen and in the drawer. */
  waiting: {
    method: 'GET',
    path: '/sac/home/pendencias',
    summary: 'O que espera pela própria pessoa',
    permission: 'SAC_HOME',
    response: Waiting,
  },
});
