import { and, eq } from 'drizzle-orm';
import type { Input } from '../../../contract/route.ts';
import type { reportDeskRoutes } from '../../../contract/sac/reportDesk.ts';
import { MissingFile } from '../../adapters/files/fileStore.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import { files, reportRuns } from '../../db/tables/index.ts';
import { forbidden, notFound, refused } from '../../errors.ts';
import type { FileAnswer } from '../../fileAnswer.ts';
import { mayExport, reportFor } from '../reports/queries.ts';

/** The file of a run, for the person it was made for: somebody else's holds rows that are not for these eyes. */
export async function downloadRunFile(
  { params }: Input<typeof reportDeskRoutes.runFile>,
  ctx: Context,
): Promise<FileAnswer> {
  const [found] = await ctx.db
    .select({ key: reportRuns.reportKey, file: files })
    .from(reportRuns)
    .innerJoin(files, eq(files.id, reportRuns.fileId))
    .where(and(eq(reportRuns.id, params.id), eq(reportRuns.personId, ctx.user.id)));
  if (!found) throw notFound();
  const report = await reportFor(ctx, found.key);
  if (!mayExport(ctx, report)) throw forbidden(report.content.permissoes.exportar);
  const content = await ctx.files.get(found.file.storedAs).catch((error: unknown) => {
    if (error instanceof MissingFile)
      throw refused('ARQUIVO_AUSENTE', 'Este arquivo não está mais guardado. Gere o relatório de novo.');
    throw error;
  });
  await audit(ctx.db, ctx, {
    action: 'EXPORTAR',
    entity: 'report_runs',
    entityId: params.id,
    after: { relatorio: found.key, arquivo: found.file.name },
  });
  return { content, name: found.file.name, mime: found.file.mime, size: found.file.size };
}
