import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes } from '../../route.ts';

export const DashboardKey = Type.String({ title: 'Painel', pattern: '^[a-z][a-z0-9-]{1,59}$' });

export const DashboardSummary = Type.Object(
  {
    id: DashboardKey,
    titulo: Type.String({ title: 'Título' }),
    descricao: Type.String({ title: 'Descrição' }),
    /** Whether it stands in the place of the person's home page. */
    inicial: Type.Boolean({ title: 'Página inicial' }),
    /** Whether it stands in the menu of the person's role. */
    menu: Type.Boolean({ title: 'No menu' }),
  },
  { title: 'Painel' },
);
export type DashboardSummary = Static<typeof DashboardSummary>;

/** Apart from what a dashboard shows, whose shapes the home page does not load. */
export const dashboardSummaryRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/config/paineis',
    summary: 'Painéis que a pessoa vê',
    permission: 'SAC_RELATORIO',
    response: Type.Array(DashboardSummary),
  },
});
