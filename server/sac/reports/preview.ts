import type { ReportDefinition } from '../../../contract/rules/reports/report.ts';
import type { ReportResult } from '../../../contract/sac/reports.ts';
import { metaSchemaProblems } from '../../config/definitions/metaSchema.ts';
import type { Context } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { openRun } from './run/openRun.ts';
import { prepareRun, type Values } from './run/prepareRun.ts';
import { screenOf } from './run/runToScreen.ts';

const ROWS = 50;

/** A draft, run in the scope of whoever writes it. Its shape must be sound; whether it may be published is said elsewhere. */
export async function previewReport(
  ctx: Context,
  { conteudo, filtros }: { conteudo: Values; filtros: Values },
): Promise<ReportResult> {
  const began = performance.now();
  const { $schema: _, ...content } = conteudo;
  const [problem] = metaSchemaProblems('report', content);
  if (problem) throw invalid({ [`conteudo${problem.pointer}`]: problem.message });
  const report = content as unknown as ReportDefinition;
  const prepared = await prepareRun(ctx, report, filtros);
  const run = await openRun(ctx, prepared, { key: report.id, version: 0, format: 'TELA', limit: ROWS });
  return screenOf(ctx, run, ROWS, began);
}
