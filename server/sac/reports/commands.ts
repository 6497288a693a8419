import type { Input, Output } from '../../../contract/route.ts';
import type { reportRoutes } from '../../../contract/sac/reports.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import { forbidden, invalid } from '../../errors.ts';
import type { FileAnswer } from '../../fileAnswer.ts';
import { mayExport, reportFor } from './queries.ts';
import { cancelOwnRun } from './run/cancelRun.ts';
import type { Values } from './run/prepareRun.ts';
import { openFile } from './run/runToFile.ts';
import { runToScreen } from './run/runToScreen.ts';

type Routes = typeof reportRoutes;

/** The values stand in the body by themselves, or below `filtros`. */
export async function runReport(
  { params, body }: Input<Routes['run']>,
  ctx: Context,
): Promise<Output<Routes['run']>> {
  const report = await reportFor(ctx, params.idRelatorio);
  const { filtros, ...plain } = body as { filtros?: unknown } & Values;
  const nested = typeof filtros === 'object' && filtros !== null && !Array.isArray(filtros);
  return {
    data: await runToScreen(ctx, report, nested ? { ...plain, ...(filtros as Values) } : (body as Values)),
  };
}

export async function cancelReport(
  { params }: Input<Routes['cancel']>,
  ctx: Context,
): Promise<Output<Routes['cancel']>> {
  const report = await reportFor(ctx, params.idRelatorio);
  const id = await cancelOwnRun(ctx, ctx.user.id, report.key);
  if (id === null) return { data: { message: 'Nenhuma geração sua deste relatório está em andamento.' } };
  return { data: { id, message: 'Geração cancelada.' } };
}

/** What leaves the house is in the audit before its first byte is. */
export async function exportReport(
  { params, body }: Input<Routes['exportFile']>,
  ctx: Context,
): Promise<FileAnswer> {
  const report = await reportFor(ctx, params.idRelatorio);
  if (!mayExport(ctx, report)) throw forbidden(report.content.permissoes.exportar);
  if (!report.content.saidas.includes(body.formato))
    throw invalid({ formato: `Este relatório não sai em ${body.formato}.` });
  const { run, file } = await openFile(ctx, {
    report,
    values: body.filtros,
    format: body.formato,
    scheduleId: null,
  });
  await audit(ctx.db, ctx, {
    action: 'EXPORTAR',
    entity: 'report_runs',
    entityId: run.id,
    after: { relatorio: report.key, formato: body.formato, filtros: run.prepared.filters },
  });
  return file;
}
