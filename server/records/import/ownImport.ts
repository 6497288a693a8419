import { and, asc, eq } from 'drizzle-orm';
import type { ImportSummary, RecordImport } from '../../../contract/records/recordImport.ts';
import { importFields } from '../../../contract/rules/imports/matchColumns.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { recordImportRefusals, recordImports } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { importTarget, requireImport } from './importTarget.ts';
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
    objetos: job.headingLine === 0,
    planilhas: job.shape.format === 'XLSX' ? job.shape.sheets : [],
    planilha: job.shape.format === 'XLSX' ? job.shape.sheet : 0,
    linhaTitulo: job.headingLine,
    titulos: job.headings,
    amostra: job.sample,
    colunas: job.columns,
    ajustes: job.settings,
    campos: importFields(type.campos).map(({ path, title, field }) => ({
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
    mudancas: job.changes.slice(0, 100),
    mantidos: job.keptFields.slice(0, SHOWN_PROBLEMS),
  };
}
