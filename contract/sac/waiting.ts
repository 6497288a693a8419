import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Id, Nullable } from '../route.ts';

const counted = {
  total: Type.Integer({ title: 'Total' }),
  atrasados: Type.Integer({ title: 'Atrasados' }),
  vencendo: Type.Integer({ title: 'Vencendo' }),
};

/** Open work of one person. */
export const Waiting = Type.Object(
  {
    meus: Type.Object(counted, { title: 'Meus tickets em aberto' }),
    /** The person's own sector; null if they have none. */
    setor: Nullable(
      Type.Object(
        { id: Id('Setor'), desc: Type.String({ title: 'Descrição' }), ...counted },
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
