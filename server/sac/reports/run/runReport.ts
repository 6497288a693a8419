import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import type { ReportCell } from '../../../../contract/rules/reports/results.ts';
import type { ReportResult } from '../../../../contract/sac/reports.ts';
import { newFileId } from '../../../adapters/files/fileStore.ts';
import type { Deps, User } from '../../../context.ts';
import { files, reportRuns } from '../../../db/tables/index.ts';
import type { FileAnswer } from '../../../storedFiles.ts';
import type { PublishedReport } from '../queries.ts';
import { type OpenRun, openRun } from './openRun.ts';
import { type Asker, prepareRun, type Values } from './prepareRun.ts';
import { type FileFormat, rowsOfFile, writeFile } from './writeFile.ts';

/** Runs a report for the screen: the first rows, and totals over all the rows that a file would contain. */
export async function runToScreen(
  ctx: Asker,
  report: PublishedReport,
  values: Values,
  signal?: AbortSignal,
): Promise<ReportResult> {
  const began = performance.now();
  const { linhasTela, linhasArquivo } = report.content.limites;
  const prepared = await prepareRun(ctx, report.content, values);
  const adds = report.content.colunas.some(({ total }) => total);
  const run = await openRun(ctx, prepared, {
    key: report.key,
    version: report.version,
    format: 'TELA',
    limit: adds ? linhasArquivo : linhasTela,
    ...(signal && { signal }),
  });
  return screenOf(ctx, run, linhasTela, began);
}

export async function screenOf(
  ctx: Pick<Asker, 'now'>,
  run: OpenRun,
  most: number,
  began: number,
): Promise<ReportResult> {
  const linhas: ReportCell[][] = [];
  for await (const row of run.rows()) if (linhas.length < most) linhas.push(row);
  const { report, filters } = run.prepared;
  return {
    execucao: run.id,
    titulo: report.titulo,
    filtros: filters,
    colunas: report.colunas,
    linhas,
    totais: run.totals.result(),
    cortado: run.cut() || run.count() > most,
    limite: most,
    milissegundos: Math.round(performance.now() - began),
    gerado: ctx.now().toISOString(),
    grafico: report.grafico ?? null,
  };
}

interface FileOrder {
  user: User;
  report: PublishedReport;
  values: Values;
  format: FileFormat;
  scheduleId: number | null;
  signal?: AbortSignal;
}

/** Runs a report with this person's permissions into a stored file; the run's row references it. */
export async function runToFile(
  deps: Deps,
  order: FileOrder,
): Promise<{ runId: number; rows: number; cut: boolean; filters: string }> {
  const ctx = { ...deps, user: order.user };
  const { run, file } = await openFile(ctx, order);
  const fileId = await keep(deps, order.user.id, file);
  await deps.db.update(reportRuns).set({ fileId }).where(eq(reportRuns.id, run.id));
  return { runId: run.id, rows: run.count(), cut: run.cut(), filters: run.prepared.filters };
}

/** Starts a run that is streamed into a file. */
export async function openFile(
  ctx: Asker,
  { report, values, format, scheduleId, signal }: Omit<FileOrder, 'user'>,
): Promise<{ run: OpenRun; file: FileAnswer }> {
  const prepared = await prepareRun(ctx, report.content, values);
  const run = await openRun(ctx, prepared, {
    key: report.key,
    version: report.version,
    format,
    scheduleId,
    limit: rowsOfFile(format, report.content.limites.linhasArquivo),
    ...(signal && { signal }),
  });
  return { run, file: await writeFile(run, format, ctx.now()) };
}

/** The store needs size and hash first, so the rows are written to a temporary file. */
async function keep(deps: Deps, ownerId: number, { content, name, mime }: FileAnswer): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'balcao-relatorio-'));
  const place = path.join(folder, 'arquivo');
  try {
    const hash = createHash('sha256');
    let size = 0;
    const written = await open(place, 'wx', 0o600);
    for await (const part of content as AsyncIterable<Buffer>) {
      hash.update(part);
      size += part.length;
      await written.write(part);
    }
    await written.close();
    const storedAs = newFileId();
    const sha256 = hash.digest('hex');
    await deps.files.put(() => createReadStream(place), { id: storedAs, size, sha256 });
    const [row] = await deps.db
      .insert(files)
      .values({ name, mime, size, sha256, storedAs, ownerId, createdAt: deps.now(), linkedAt: deps.now() })
      .returning({ id: files.id });
    if (!row) throw new Error('the file was not recorded');
    return row.id;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
