import * as Type from '@sinclair/typebox';
import { Binary } from '../../config/platform.ts';
import { defineRoutes, Strict } from '../../route.ts';
import { DashboardKey } from './dashboardSummaries.ts';
import { Values } from './reports.ts';

export const dashboardPaperRoutes = defineRoutes({
  /** Made for whoever asks, of what the dashboard shows them; a report that they may not export stays on the screen. */
  pdf: {
    method: 'POST',
    path: '/config/paineis/{id}/pdf',
    summary: 'Um painel em PDF',
    permission: 'RELATORIOS_EXPORTAR',
    params: Strict({ id: DashboardKey }),
    body: Strict({
      /** The common filters by name; left out, those that the page opens with. */
      filtros: Type.Optional(Values),
    }),
    file: true,
    response: Binary,
  },
});
