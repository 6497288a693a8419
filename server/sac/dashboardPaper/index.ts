import type { Input } from '#contract/route.ts';
import { dashboardPaperRoutes } from '#contract/sac/reports/dashboardPaper.ts';
import type { Context } from '../../context.ts';
import { implement } from '../../implement.ts';
import type { FileAnswer } from '../../storedFiles.ts';
import { audit } from '../../writing/audit.ts';
import { initialFilters, ownDashboard, requireKnown } from '../dashboardPages/queries.ts';
import { paperFile, readPaper } from './paper.ts';

export const dashboardPaperImplementation = implement(dashboardPaperRoutes, { pdf: printDashboard });

/** What the dashboard shows to whoever asks, with their rows and their masks. It is audited before its first byte is sent. */
async function printDashboard(
  { params, body }: Input<typeof dashboardPaperRoutes.pdf>,
  ctx: Context,
): Promise<FileAnswer> {
  const dashboard = await ownDashboard(ctx, params.id);
  const { key, content } = dashboard;
  const given = body.filtros ?? (await initialFilters(ctx, content));
  requireKnown(
    given,
    (content.filtros ?? []).map(({ filtro }) => filtro),
  );
  const paper = await readPaper(ctx, dashboard, given);
  await audit(ctx.db, ctx, {
    action: 'EXPORTAR',
    entity: 'definitions',
    entityId: `dashboards/${key}`,
    after: { painel: content.titulo, formato: 'PDF', filtros: paper.filters },
  });
  return paperFile(ctx, paper);
}
