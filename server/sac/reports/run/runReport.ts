import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { formatNumber } from '#contract/rules/format.ts';
import type { CrossedColumn } from '#contract/rules/reports/crossing.ts';
import type { ReportColumn, ReportFormat } from '#contract/rules/reports/report.ts';
import {
  cellText,
  isFigure,
  isPartOfTime,
  type ReportCell,
  shownCell,
  totalText,
} from '#contract/rules/reports/results.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { localDate, localTime, type TimeZone } from '#contract/rules/time/zonedTime.ts';
import type { ReportResult } from '#contract/sac/reports/reports.ts';
import { newFileId } from '#server/adapters/files/fileStore.ts';
import { type PdfColumn, pdfTable } from '#server/adapters/spreadsheet/pdfTable.ts';
import { type Cell, type SheetColumn, sheetWriters } from '#server/adapters/spreadsheet/spreadsheet.ts';
import { paperBrandOf } from '#server/config/brand/queries.ts';
import type { Deps, User } from '#server/context.ts';
import { files, reportRuns } from '#server/db/tables/index.ts';
import { onlyBranch } from '#server/session/scope.ts';
import type { FileAnswer } from '#server/storedFiles.ts';
import type { PaperBrand } from '#server/text/paper.ts';
import type { PublishedReport } from '../queries.ts';
import { type OpenRun, openRun } from './openRun.ts';
import { type Asker, prepareRun, type Values } from './prepareRun.ts';

/** Runs a report for the screen: the first rows, and totals over all the rows that a file would contain. */
export async function runToScreen(
  ctx: Asker,
  report: PublishedReport,
  values: Values,
  signal?: AbortSignal,
  dashboard: string | null = null,
): Promise<ReportResult> {
  const began = performance.now();
  const { linhasTela, linhasArquivo } = report.content.limites;
  const { consulta, colunas } = report.content;
  const crosses = consulta.tipo === 'DECLARATIVA' && consulta.cruza !== undefined;
  const adds = crosses || colunas.some(({ total }) => total);
  const limit = adds ? linhasArquivo : linhasTela;
  const prepared = await prepareRun(ctx, report.content, values, { limit });
  const run = await openRun(ctx, prepared, {
    key: report.key,
    version: report.version,
    format: 'TELA',
    limit,
    dashboard,
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
  const limit = Math.min(most, run.most);
  for await (const row of run.rows()) if (linhas.length < limit) linhas.push(row);
  const { report, filters } = run.prepared;
  return {
    execucao: run.id,
    titulo: report.titulo,
    filtros: filters,
    avisos: run.notes(),
    detalhe: run.detail,
    colunas: [...run.columns],
    linhas,
    totais: run.totals.result(),
    cortado: run.cut() || run.count() > limit,
    limite: limit,
    milissegundos: Math.round(performance.now() - began),
    gerado: ctx.now().toISOString(),
    grafico: run.grafico ?? null,
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
  await keepFile(deps, { ownerId: order.user.id, runId: run.id }, file);
  return { runId: run.id, rows: run.count(), cut: run.cut(), filters: run.prepared.filters };
}

/** Starts a run that is streamed into a file. */
export async function openFile(
  ctx: Asker,
  { report, values, format, scheduleId, signal }: Omit<FileOrder, 'user'>,
): Promise<{ run: OpenRun; file: FileAnswer }> {
  const limit = rowsOfFile(format, report.content.limites.linhasArquivo);
  const prepared = await prepareRun(ctx, report.content, values, { limit, scheduleId });
  const run = await openRun(ctx, prepared, {
    key: report.key,
    version: report.version,
    format,
    scheduleId,
    limit,
    ...(signal && { signal }),
  });
  return { run, file: await writeFile(ctx, run, format) };
}

/**
 * The store needs size and hash first, so the rows are written to a temporary file. The file belongs to its run from the
 * beginning, since only what a run names is removed after its time.
 */
export async function keepFile(
  deps: Deps,
  { ownerId, runId }: { ownerId: number; runId: number },
  { content, name, mime }: FileAnswer,
): Promise<void> {
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
    await deps.db.transaction(async (tx) => {
      const [row] = await tx
        .insert(files)
        .values({ name, mime, size, sha256, storedAs, ownerId, createdAt: deps.now(), linkedAt: deps.now() })
        .returning({ id: files.id });
      if (!row) throw new Error('the file was not recorded');
      await tx.update(reportRuns).set({ fileId: row.id }).where(eq(reportRuns.id, runId));
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export type FileFormat = Exclude<ReportFormat, 'TELA'>;

/** No one reads more rows than this in a PDF, and they would take minutes to lay out. */
const PDF_ROWS = 5_000;

export const rowsOfFile = (format: FileFormat, most: number): number =>
  format === 'PDF' ? Math.min(PDF_ROWS, most) : most;

/** Streams the rows of a run as a file. If the client stops reading, the run ends. */
export async function writeFile(ctx: Asker, run: OpenRun, format: FileFormat): Promise<FileAnswer> {
  const now = ctx.now();
  const brand = format === 'PDF' && (await paperBrandOf(ctx, onlyBranch(ctx.user)));
  const content = brand ? await pdf(run, now, brand) : sheet(run, format as Exclude<FileFormat, 'PDF'>);
  content.once('close', () => void run.abandon().catch(() => {}));
  const { report, zone } = run.prepared;
  return {
    content,
    name: fileName(report.titulo, now, zone, format),
    mime: format === 'PDF' ? 'application/pdf' : sheetWriters[format === 'CSV' ? 'csv' : 'xlsx'].mime,
  };
}

/** Named after what it holds and the moment of it. */
export const fileName = (title: string, now: Date, zone: TimeZone, format: FileFormat): string =>
  `${title.replace(/[\\/:*?"<>|]/g, ' ')} ${localDate(now, zone)} ${localTime(now, zone).replace(':', 'h')}.${format.toLowerCase()}`;

function sheet(run: OpenRun, format: 'CSV' | 'XLSX'): Readable {
  const rows = async function* (): AsyncGenerator<Cell[]> {
    for await (const row of run.rows())
      yield row.map((cell, place) => sheetCell(cell, run.columns[place], format));
    const totals = totalRow(run.columns, run.totals.result(), (value) => value);
    if (totals) yield totals;
    for (const note of notesOf(run)) yield [note];
  };
  return sheetWriters[format === 'CSV' ? 'csv' : 'xlsx'].write({
    isAuthored: true,
    name: run.prepared.report.titulo.replace(/[\\/:*?[\]]/g, ' ').slice(0, 31),
    columns: run.columns.map(sheetColumn),
    rows: rows(),
    zone: run.prepared.zone,
  });
}

const WIDTHS: Partial<Record<ReportColumn['tipo'], number>> = {
  TEXTO: 30,
  DATAHORA: 17,
  DINHEIRO: 16,
  INTEIRO: 11,
  LOGICO: 8,
};

function sheetColumn(column: ReportColumn): SheetColumn {
  const { titulo: title, tipo } = column;
  const width = WIDTHS[tipo] ?? 13;
  if (tipo === 'DATAHORA') return { title, width, kind: 'instant' };
  if (tipo === 'DATA') return { title, width, kind: 'day' };
  if (tipo === 'MES') return { title, width, kind: 'day', format: 'mmm/yyyy' };
  if (tipo === 'ANO') return { title, width, kind: 'day', format: 'yyyy' };
  if (!isFigure(column)) return { title, width, kind: 'text' };
  // Record codes are not amounts, so their digits are not grouped.
  return { title, width, kind: 'decimal', format: column.abre ? '0' : numberFormat(column) };
}

function numberFormat({ tipo, casas }: ReportColumn): string {
  const places = casas ?? { INTEIRO: 0, PERCENTUAL: 1 }[tipo as string] ?? 2;
  const number = places > 0 ? `#,##0.${'0'.repeat(places)}` : '#,##0';
  if (tipo === 'DINHEIRO') return `"R$" ${number};-"R$" ${number}`;
  return tipo === 'PERCENTUAL' ? `${number}"%"` : number;
}

function sheetCell(cell: ReportCell, column: ReportColumn | undefined, format: 'CSV' | 'XLSX'): Cell {
  if (cell === null || !column) return null;
  // A workbook keeps the date of a month or year and shows only these; plain text has only what is shown.
  const keepsDate = format === 'XLSX' && (column.tipo === 'MES' || column.tipo === 'ANO');
  if (isPartOfTime(column) && !keepsDate) return cellText(cell, column);
  if (column.tipo === 'DATAHORA') return new Date(String(cell));
  return typeof cell === 'boolean' || column.palavras ? cellText(cell, column) : String(cell);
}

async function pdf(run: OpenRun, now: Date, brand: PaperBrand): Promise<Readable> {
  const { report, filters, zone } = run.prepared;
  const rows = async function* () {
    for await (const row of run.rows())
      yield row.map((cell, place) => shownCell(cell, run.columns[place] ?? { tipo: 'TEXTO' }, zone));
  };
  return pdfTable({
    brand,
    title: report.titulo,
    lines: [filters, ...run.notes(), `Gerado em ${formatDateTime(now, zone)}`],
    columns: run.columns.map((column) => pdfColumn(column, run.columns)),
    rows: rows(),
    end: () => ({
      totals: totalRow(run.columns, run.totals.result(), (value, column) => totalText(value, column, zone)),
      note: cutNote(run),
    }),
  });
}

/** How a column stands on paper. */
export function pdfColumn(column: CrossedColumn, all: readonly CrossedColumn[]): PdfColumn {
  const [above, below] = column.niveis ?? [];
  return {
    title: below ?? column.titulo,
    ...(above !== undefined && { above }),
    width: WIDTHS[column.tipo] ?? 13,
    right: isFigure(column),
    names: column.de === undefined && all.some(({ de }) => de !== undefined),
  };
}

/** The row below the data; 'Totais' goes into the first column without a total of its own. */
export function totalRow(
  columns: readonly ReportColumn[],
  totals: Readonly<Record<string, string | null>>,
  shown: (value: string, column: ReportColumn) => string,
): string[] | null {
  if (Object.keys(totals).length === 0) return null;
  const free = columns.findIndex(({ campo }) => !(campo in totals));
  return columns.map((column, place) => {
    const value = totals[column.campo];
    if (place === free) return 'Totais';
    return value === undefined || value === null ? '' : shown(value, column);
  });
}

/** What stands below the rows of a sheet, which has no heading for it. */
const notesOf = (run: OpenRun): string[] => {
  const cut = cutNote(run);
  return [...run.notes(), ...(cut ? [cut] : [])];
};

const cutNote = (run: OpenRun): string | null =>
  run.cut()
    ? `Resultado cortado em ${formatNumber(String(run.count()), 0)} linhas: há mais linhas do que as deste arquivo, e os totais contam só estas.`
    : null;
