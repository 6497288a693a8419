import type { Readable } from 'node:stream';
import { filterParameters } from '#contract/rules/dashboards/commonFilters.ts';
import type { DashboardDefinition } from '#contract/rules/dashboards/dashboard.ts';
import { filtersInWords } from '#contract/rules/reports/parameterValues.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import type { TimeZone } from '#contract/rules/time/zonedTime.ts';
import { paperBrandOf } from '../../config/brand/queries.ts';
import type { Published } from '../../config/definitions/queries.ts';
import type { Context } from '../../context.ts';
import { onlyBranch } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { fileName, labelsOf } from '../reports/queries.ts';
import { dashboardPdf } from './dashboardPdf.ts';
import { type PaperBlock, paperBlocks } from './paperBlocks.ts';

type Values = Readonly<Record<string, unknown>>;

/** A dashboard as it was read for one person. */
interface Paper {
  content: DashboardDefinition;
  blocks: PaperBlock[];
  /** The filters as text. */
  filters: string;
  zone: TimeZone;
  at: Date;
}

/** Reads what the dashboard shows to the person, with these values of the common filters. */
export async function readPaper(
  ctx: Context,
  { key, content }: Published<DashboardDefinition>,
  given: Values,
): Promise<Paper> {
  const zone = await zoneOf(ctx.db, ctx.user);
  const blocks = await paperBlocks(ctx, { key, content, given, zone });
  const parameters = filterParameters(content.filtros ?? []);
  const filters = filtersInWords(parameters, given, await labelsOf(ctx, parameters, given));
  return { content, blocks, filters, zone, at: ctx.now() };
}

/** The PDF of it. */
export async function paperFile(
  ctx: Context,
  { content, blocks, filters, zone, at }: Paper,
): Promise<{ content: Readable; name: string; mime: string }> {
  const { titulo: title, descricao = '' } = content;
  return {
    content: await dashboardPdf({
      brand: await paperBrandOf(ctx, onlyBranch(ctx.user)),
      title,
      lines: [descricao, filters, `Gerado em ${formatDateTime(at, zone)} por ${ctx.user.name}`],
      blocks,
    }),
    name: fileName(title, at, zone, 'PDF'),
    mime: 'application/pdf',
  };
}
