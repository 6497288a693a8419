import type { Input } from '#contract/route.ts';
import { filterParameters } from '#contract/rules/dashboards/commonFilters.ts';
import { filtersInWords } from '#contract/rules/reports/parameterValues.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { dashboardPaperRoutes } from '#contract/sac/reports/dashboardPaper.ts';
import { paperBrandOf } from '../../config/brand/queries.ts';
import type { Context } from '../../context.ts';
import { implement } from '../../implement.ts';
import { onlyBranch } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import type { FileAnswer } from '../../storedFiles.ts';
import { audit } from '../../writing/audit.ts';
import { initialFilters, ownDashboard, requireKnown } from '../dashboardPages/queries.ts';
import { fileName, labelsOf } from '../reports/queries.ts';
import { dashboardPdf } from './dashboardPdf.ts';
import { paperBlocks } from './paperBlocks.ts';

export const dashboardPaperImplementation = implement(dashboardPaperRoutes, { pdf: printDashboard });

/** What the dashboard shows to whoever asks, with their rows and their masks. It is audited before its first byte is sent. */
async function printDashboard(
  { params, body }: Input<typeof dashboardPaperRoutes.pdf>,
  ctx: Context,
): Promise<FileAnswer> {
  const { key, content } = await ownDashboard(ctx, params.id);
  const parameters = filterParameters(content.filtros ?? []);
  const given = body.filtros ?? (await initialFilters(ctx, content));
  requireKnown(
    given,
    (content.filtros ?? []).map(({ filtro }) => filtro),
  );
  const zone = await zoneOf(ctx.db, ctx.user);
  const blocks = await paperBlocks(ctx, { key, content, given, zone });
  const filters = filtersInWords(parameters, given, await labelsOf(ctx, parameters, given));
  const now = ctx.now();
  await audit(ctx.db, ctx, {
    action: 'EXPORTAR',
    entity: 'definitions',
    entityId: `dashboards/${key}`,
    after: { painel: content.titulo, formato: 'PDF', filtros: filters },
  });
  return {
    content: await dashboardPdf({
      brand: await paperBrandOf(ctx, onlyBranch(ctx.user)),
      title: content.titulo,
      lines: [
        content.descricao ?? '',
        filters,
        `Gerado em ${formatDateTime(now, zone)} por ${ctx.user.name}`,
      ],
      blocks,
    }),
    name: fileName(content.titulo, now, zone, 'PDF'),
    mime: 'application/pdf',
  };
}
