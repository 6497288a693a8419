import { and, asc, eq, gt } from 'drizzle-orm';
import type { importRoutes } from '../../../contract/records/imports.ts';
import type { Input } from '../../../contract/route.ts';
import { type Cell, type SheetColumn, sheetWriters } from '../../adapters/spreadsheet/spreadsheet.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { recordImportRefusals } from '../../db/tables/index.ts';
import type { FileAnswer } from '../../fileAnswer.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { ownImport } from './ownImport.ts';
import { PROBLEM_TITLE } from './presets.ts';
import type { ImportRecord } from './runImport.ts';

const BATCH = 1_000;

/** The refused lines as they were in the file, each with its problems: a sheet that can be corrected and uploaded again. */
export async function refusedFile(
  { params, query: { formato = 'csv' } }: Input<typeof importRoutes.refused>,
  ctx: Context,
): Promise<FileAnswer> {
  const job = await ownImport(ctx.db, ctx, params);
  const titles = job.headings.length > 0 ? job.headings : ['Registro'];
  const columns: SheetColumn[] = [PROBLEM_TITLE, ...titles].map((title) => ({
    title,
    kind: 'text',
    width: 24,
  }));
  const { mime, write } = sheetWriters[formato];
  return {
    content: write({
      name: 'Recusadas',
      columns,
      rows: refusedRows(ctx.db, job),
      zone: await zoneOf(ctx.db, ctx.user),
    }),
    name: `${job.fileName.replace(/\.[^.]*$/, '')} - recusadas.${formato}`,
    mime,
  };
}

async function* refusedRows(db: Db, { id, headings }: ImportRecord): AsyncGenerator<Cell[]> {
  for (let line = 0; ; ) {
    const rows = await db
      .select()
      .from(recordImportRefusals)
      .where(and(eq(recordImportRefusals.importId, id), gt(recordImportRefusals.line, line)))
      .orderBy(asc(recordImportRefusals.line))
      .limit(BATCH);
    for (const { problems, cells } of rows)
      yield [
        problems.map(({ coluna, problema }) => problemText(headings[coluna], problema)).join(' '),
        ...cells,
      ];
    line = rows.at(-1)?.line ?? line;
    if (rows.length < BATCH) return;
  }
}

const problemText = (heading: string | undefined, problem: string): string =>
  heading ? `${heading}: ${problem}` : problem;
