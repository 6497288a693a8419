import { and, eq, inArray, sql } from 'drizzle-orm';
import type { FileStore } from '../../adapters/files/fileStore.ts';
import type { OpenContent } from '../../adapters/spreadsheet/sheetShape.ts';
import type { User } from '../../context.ts';
import type { Db, Executor, Tx } from '../../db/client.ts';
import { files, recordImports } from '../../db/tables/index.ts';
import { Refusal, unauthorized } from '../../errors.ts';
import { isOutage } from '../../failures.ts';
import { markImport } from '../../feed/writeFeed.ts';
import { MAX_ATTEMPTS, SET_ASIDE } from '../../jobs/attempts.ts';
import type { WorkQueue } from '../../jobs/queue.ts';
import type { WorkDeps } from '../../jobs/workContext.ts';
import { personById } from '../../session/currentUser.ts';
import { type AuditEntry, audit } from '../../writing/audit.ts';
import { definitionHash } from '../custom/documentStorage.ts';
import { type ColumnProblem, type FileRow, fileRows } from './fileRows.ts';
import { groupedRows, linesOf } from './groupedRows.ts';
import { addProblems, type Outcome, outcomeOf, writeOutcome } from './importOutcome.ts';
import { type ImportTarget, importTarget, requireImport } from './importTarget.ts';

export const IMPORT_QUEUE = 'importacoes-de-cadastros';

/** Lines per transaction, which limits how long its locks are held. */
const BATCH = 500;

export type ImportRecord = typeof recordImports.$inferSelect;
const UNFINISHED = ['NA_FILA', 'EXECUTANDO'] as const;
const isUnfinished = inArray(recordImports.status, [...UNFINISHED]);

type Parts = Pick<WorkDeps, 'db' | 'files' | 'now' | 'log'>;

/** Runs imports in this process, starting with those that another process left unfinished when it ended. */
export async function workOnImports(deps: Parts, queue: WorkQueue): Promise<void> {
  const underWay = () =>
    deps.db
      .select({ id: recordImports.id, state: sql<string>`${recordImports.updatedAt}::text` })
      .from(recordImports)
      .where(eq(recordImports.status, 'EXECUTANDO'));
  await queue.work(IMPORT_QUEUE, ({ id }, signal) => runImport(deps, String(id), signal), underWay);
  const left = await deps.db.select({ id: recordImports.id }).from(recordImports).where(isUnfinished);
  for (const { id } of left) await queue.send(IMPORT_QUEUE, { id });
}

/**
 * Processes the rest of an import, some hundred lines per transaction, with the permissions that the person has at the time
 * of each. Lines are claimed by advancing the import's position in the transaction that writes them: even if the process is
 * killed in between or two processes work on the same import, no line is processed twice. Ends early if the import is
 * cancelled or `signal` aborts.
 */
export async function runImport(deps: Parts, id: string, signal?: AbortSignal): Promise<void> {
  const { db } = deps;
  const [job] = await db
    .select()
    .from(recordImports)
    .where(and(eq(recordImports.id, id), isUnfinished));
  if (!job) return;
  try {
    await begin(deps, job);
    if ((await eachBatch(deps, job, signal)) === 'read') await finish(deps, job);
    else await deps.db.update(recordImports).set({ attempts: 0 }).where(sameRun(job));
  } catch (error) {
    // The queue retries, and the import continues after its last line.
    if (isOutage(error)) throw error;
    if (!(error instanceof Refusal)) deps.log.error({ err: error, import: id }, 'import failed');
    const failure =
      error instanceof Refusal ? error.message : 'A importação parou por uma falha nossa. Tente de novo.';
    await db
      .update(recordImports)
      .set({ status: 'FALHOU', failure, finishedAt: deps.now(), updatedAt: deps.now() })
      .where(sameRun(job));
  }
}

/** Counts the attempt before anything is read, so that a file that ends the process is set aside some time. */
async function begin({ db }: Parts, job: ImportRecord): Promise<void> {
  const [begun] = await db
    .update(recordImports)
    .set({ attempts: sql`${recordImports.attempts} + 1` })
    .where(sameRun(job))
    .returning({ attempts: recordImports.attempts });
  if (begun && begun.attempts > MAX_ATTEMPTS) throw new Refusal(422, 'ARQUIVO_POSTO_DE_LADO', SET_ASIDE);
}

/**
 * Does not match a run that was stopped and restarted with other columns meanwhile, since each of these raises the version.
 */
const sameRun = ({ id, version }: ImportRecord) =>
  and(eq(recordImports.id, id), eq(recordImports.version, version), isUnfinished);

/** `left`: another process continues the import, it was cancelled, or this process is shutting down. */
async function eachBatch(deps: Parts, job: ImportRecord, signal?: AbortSignal): Promise<'read' | 'left'> {
  const target = await importTarget(deps.db, job.type);
  const open = await contentOf(deps.db, deps.files, job);
  const keysInFile = new KnownKeys(target);
  let rows: FileRow[] = [];
  let place = job.lastLine;
  let lines = 0;
  // The next lines are read while these are being written.
  let written = Promise.resolve(true);
  const flush = async () => {
    if (!(await written)) return false;
    const batch = { rows, place };
    place = lastLineOf(rows) ?? place;
    rows = [];
    written = saveBatch(deps, job, target, batch);
    // Prevents an unhandled rejection; the error is handled where the result is awaited.
    written.catch(() => {});
    return true;
  };
  try {
    for await (const row of groupedRows(fileRows(open, job, target.type), job.columns, target)) {
      if (signal?.aborted) return 'left';
      keysInFile.note(row);
      // Processed before an interruption; its key still counts for finding duplicates.
      if (row.line <= job.lastLine) continue;
      rows.push(row);
      lines += linesOf(row).length;
      if (lines < BATCH) continue;
      lines = 0;
      if (!(await flush())) return 'left';
    }
    if (rows.length > 0 && !(await flush())) return 'left';
    return (await written) ? 'read' : 'left';
  } finally {
    await written.catch(() => {});
  }
}

/** 410 if the file is no longer stored. */
export async function contentOf(
  db: Executor,
  store: FileStore,
  { fileId }: ImportRecord,
): Promise<OpenContent> {
  const [file] = fileId
    ? await db.select({ storedAs: files.storedAs }).from(files).where(eq(files.id, fileId))
    : [];
  if (!file)
    throw new Refusal(
      410,
      'ARQUIVO_REMOVIDO',
      'O arquivo desta importação não é mais guardado. Envie-o de novo.',
    );
  return () => store.get(file.storedAs);
}

const lastLineOf = (rows: readonly FileRow[]): number | undefined =>
  rows.flatMap((row) => linesOf(row).at(-1)?.line ?? []).at(-1);

/** The keys of the lines so far: a record that appears twice in a file is reported at its second line. */
class KnownKeys {
  private readonly lines = new Map<string, number>();
  private readonly keyOf: ImportTarget['keyOf'];

  constructor({ keyOf }: ImportTarget) {
    this.keyOf = keyOf;
  }

  note(row: FileRow) {
    const key = this.keyOf(row.dados);
    if (key === null) return;
    const first = this.lines.get(key);
    if (first === undefined) this.lines.set(key, row.line);
    else row.repeats = first;
  }
}

interface Batch {
  rows: readonly FileRow[];
  /** The last line processed before this batch. */
  place: number;
}

/** Returns false if the lines could no longer be claimed. */
async function saveBatch(
  deps: Parts,
  job: ImportRecord,
  target: ImportTarget,
  { rows, place }: Batch,
): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const [taken] = await tx
      .update(recordImports)
      .set({ lastLine: lastLineOf(rows) ?? place, status: 'EXECUTANDO', attempts: 0, updatedAt: deps.now() })
      .where(and(sameRun(job), eq(recordImports.lastLine, place)))
      .returning({ id: recordImports.id });
    if (!taken) return false;
    await markImport(tx);
    if ((await definitionHash(tx, job.type)) !== job.definition)
      throw new Refusal(
        409,
        'CADASTRO_MUDOU',
        'O cadastro mudou durante a importação, que parou aqui. Confira as colunas e envie o arquivo de novo.',
      );
    const user = await permitted(tx, job, target);
    const ctx = { user, ip: job.ip, requestId: job.requestId, now: deps.now };
    const save = async (chosen: readonly FileRow[], dryRun: boolean) => {
      const results =
        chosen.length > 0 ? await target.save(tx, ctx, chosen, { dryRun, settings: job.settings }) : [];
      return outcomeOf(chosen, results);
    };
    const results = await save(
      rows.filter((row) => row.repeats === undefined && !isMisread(row) && !isRefused(row)),
      job.dryRun,
    );
    // The remaining faults of a refused line are reported too, so that it can be corrected in one go.
    const misread = rows.filter((row) => row.repeats === undefined && isMisread(row));
    for (const [row, result] of await save(misread, true))
      addProblems(job, row, result, target, furtherProblems);
    await reportRepeated(job, target, rows, save);
    await writeOutcome(tx, job, target, { rows, results });
    return true;
  });
}

type Saving = (rows: readonly FileRow[], dryRun: boolean) => Promise<Outcome['results']>;

/**
 * Reports a record that occurs in the file again, unless what repeats is no valid key: the same wrong CNPJ in two lines is
 * two wrong ones.
 */
async function reportRepeated(
  job: ImportRecord,
  target: ImportTarget,
  rows: readonly FileRow[],
  save: Saving,
) {
  const repeated = rows.filter((row) => row.repeats !== undefined && !isRefused(row));
  const isOfKey = (field: string) => target.type.codigo.includes(field.split('/')[0] ?? '');
  // One by one, so that they do not also repeat each other.
  for (const row of repeated) {
    const result = (await save([row], true)).get(row);
    addProblems(job, row, result, target, furtherProblems);
    if (!Object.keys(result?.erros ?? {}).some(isOfKey))
      row.problems.push({ coluna: -1, problema: `Repete o registro da linha ${row.repeats}.` });
  }
}

const problemsIn = (row: FileRow): ColumnProblem[] => linesOf(row).flatMap(({ problems }) => problems);

/** A record of which some cells could not be read, but whose lines are sound otherwise. */
const isMisread = (row: FileRow): boolean => {
  const problems = problemsIn(row);
  return problems.length > 0 && problems.every(({ coluna }) => coluna >= 0);
};

const isRefused = (row: FileRow): boolean => problemsIn(row).some(({ coluna }) => coluna < 0);

/**
 * Further problems of a line with unreadable cells. Cells that already have a problem are left out, and so are empty ones:
 * their value may exist in the record that an unreadable key refers to.
 */
const furtherProblems = ({ problems, cells }: FileRow, found: readonly ColumnProblem[]): ColumnProblem[] =>
  found.filter(
    ({ coluna }) =>
      coluna >= 0 && (cells[coluna] ?? '').trim() !== '' && problems.every((one) => one.coluna !== coluna),
  );

/** The importing user, checked again: the import stops if the person no longer exists or may no longer import. */
async function permitted(tx: Tx, job: ImportRecord, target: ImportTarget): Promise<User> {
  const user = await personById(tx, job.personId);
  if (!user) throw unauthorized();
  requireImport(user, target);
  return user;
}

/** A trial may now be written; a written import gets one more audit entry for the import as a whole. */
async function finish({ db, now }: { db: Db; now: () => Date }, job: ImportRecord): Promise<void> {
  const { dryRun } = job;
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .update(recordImports)
      .set({
        status: dryRun ? 'CONFERENCIA' : 'CONCLUIDO',
        tried: dryRun,
        total: sql`${recordImports.read}`,
        finishedAt: now(),
        updatedAt: now(),
      })
      .where(sameRun(job))
      .returning();
    if (!ended || dryRun) return;
    const { ip, requestId } = ended;
    await audit(tx, { user: null, ip, requestId, now }, importEntry('IMPORTAR', ended));
  });
}

/** What an import has written by now, as its author's doing. */
export const importEntry = (action: 'IMPORTAR' | 'CANCELAR', job: ImportRecord): AuditEntry => ({
  action,
  entity: 'record_imports',
  entityId: job.id,
  personId: job.personId,
  after: {
    cadastro: job.type,
    arquivo: job.fileName,
    ...(job.dryRun && { simulacao: true }),
    criados: job.created,
    mudados: job.changed,
    iguais: job.equal,
    recusados: job.refused,
  },
});
