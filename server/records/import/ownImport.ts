import { and, asc, eq, gt } from 'drizzle-orm';
import type { importRoutes } from '#contract/records/routes/imports.ts';
import type { ImportSummary, RecordImport } from '#contract/records/routes/recordImport.ts';
import type { Input } from '#contract/route.ts';
import { columnFields } from '#contract/rules/imports/matchColumns.ts';
import { isOfObjects } from '../../adapters/spreadsheet/sheetShape.ts';
import { type Cell, type SheetColumn, sheetWriters } from '../../adapters/spreadsheet/spreadsheet.ts';
import type { Context } from '../../context.ts';
import type { Db, Executor } from '../../db/client.ts';
import { recordImportRefusals, recordImports } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import type { FileAnswer } from '../../storedFiles.ts';
import { importTarget, requireImport } from './importTarget.ts';
import { PROBLEM_TITLE } from './presets.ts';
import type { ImportRecord } from './runImport.ts';

const SHOWN_PROBLEMS = 200;

interface Named {
  chave: string;
  idImportacao: string;
}

/** Another person's import is answered like an unknown one. `lock` locks it until the end of the transaction. */
export async function ownImport(
  db: Executor,
  ctx: Pick<Context, 'user'>,
  { chave, idImportacao }: Named,
  { lock = false } = {},
): Promise<ImportRecord> {
  requireImport(ctx.user, await importTarget(db, chave));
  const query = db
    .select()
    .from(recordImports)
    .where(
      and(
        eq(recordImports.id, idImportacao),
        eq(recordImports.type, chave),
        eq(recordImports.personId, ctx.user.id),
      ),
    );
  const [job] = await (lock ? query.for('update') : query);
  if (!job) throw notFound();
  return job;
}

export const importSummary = (job: ImportRecord, person: string): ImportSummary => ({
  id: job.id,
  arquivo: job.fileName,
  situacao: job.status,
  simulacao: job.dryRun,
  contagens: {
    linhas: job.read,
    criados: job.created,
    mudados: job.changed,
    iguais: job.equal,
    recusados: job.refused,
    mantidos: job.kept,
  },
  total: job.total,
  falha: job.failure,
  pessoa: person,
  datahora_criacao: job.createdAt.toISOString(),
  datahora_fim: job.finishedAt?.toISOString() ?? null,
});

/** Everything that an import's page shows. */
export async function importView(
  db: Executor,
  ctx: Pick<Context, 'user'>,
  job: ImportRecord,
): Promise<RecordImport> {
  const { type } = await importTarget(db, job.type);
  const refusals = await db
    .select()
    .from(recordImportRefusals)
    .where(eq(recordImportRefusals.importId, job.id))
    .orderBy(asc(recordImportRefusals.line))
    .limit(SHOWN_PROBLEMS);
  return {
    ...importSummary(job, ctx.user.name),
    versao: job.version,
    objetos: isOfObjects(job.shape),
    planilhas: job.shape.format === 'XLSX' ? job.shape.sheets : [],
    planilha: job.shape.format === 'XLSX' ? job.shape.sheet : 0,
    linhaTitulo: job.headingLine,
    titulos: job.headings,
    amostra: job.sample,
    colunas: job.columns,
    ajustes: job.settings,
    campos: columnFields(type.campos).map(({ path, title, field }) => ({
      caminho: path,
      titulo: title,
      obrigatorio: field.obrigatorio === true,
      chave: type.codigo.includes(path),
    })),
    duvidas: job.doubts,
    modelo: job.preset,
    problemas: refusals
      .flatMap(({ line, problems }) =>
        problems.map(({ coluna, problema }) => ({
          linha: line,
          coluna: job.headings[coluna] ?? null,
          problema,
        })),
      )
      .slice(0, SHOWN_PROBLEMS),
    simulada: job.tried,
    corrigidas: Object.keys(job.corrections).map(Number),
    mudancas: job.changes.slice(0, 100),
    mantidos: job.keptFields.slice(0, SHOWN_PROBLEMS),
  };
}

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
