import { setTimeout as pause } from 'node:timers/promises';
import { and, asc, eq, sql } from 'drizzle-orm';
import { allows, type Permission } from '#contract/permissions.ts';
import { BULK_ACTIONS, type BulkAction, type JobAction } from '#contract/sac/tickets/ticketBulk.ts';
import type { RowResults } from '#contract/sharedShapes.ts';
import { automationWork } from '../callcenter/automations/commands.ts';
import type { Db, Tx } from '../db/client.ts';
import { bulkJobRows, bulkJobs } from '../db/tables/index.ts';
import { forbidden, Refusal, unauthorized } from '../errors.ts';
import { isOutage } from '../failures.ts';
import { bulkActions } from '../sac/tickets/bulk/bulkActions.ts';
import { personById } from '../session/currentUser.ts';
import { type GroupWork, isUnfinished, type JobRecord, publishProgress, type RowWork } from './bulkJob.ts';
import type { WorkQueue } from './queue.ts';
import { type WorkDeps, workContext } from './workContext.ts';

/** The queue's name; tickets were the first to use it. */
export const LONG_WORK = 'lotes-de-tickets';

/** Runs long jobs in this process, starting with those that another process left unfinished when it ended. */
export async function workOnBulkJobs(deps: WorkDeps, queue: WorkQueue): Promise<void> {
  const { db } = deps;
  const underWay = () =>
    db
      .select({ id: bulkJobs.id, state: sql<string>`${bulkJobs.processed}::text` })
      .from(bulkJobs)
      .where(eq(bulkJobs.status, 'EXECUTANDO'));
  await queue.work(LONG_WORK, ({ id }, signal) => runBulkJob(deps, String(id), signal), underWay);
  const left = await deps.db
    .select({ id: bulkJobs.id })
    .from(bulkJobs)
    .where(isUnfinished)
    .orderBy(asc(bulkJobs.createdAt));
  for (const { id } of left) await queue.send(LONG_WORK, { id });
}

/** The minimum of milliseconds between two progress reports. */
const REPORT_INTERVAL = 500;
/**
 * How often rows are tried while the database is unavailable, and the pause in between in milliseconds; after that they count
 * as failed.
 */
const TRIES = 5;
const RETRY_DELAY = 1_000;

/**
 * Processes the rest of a job, row by row, with the permissions that the person has at the time of each row. A row is claimed
 * by advancing the job's position in the row's own transaction: finished rows are never repeated, even if the process is
 * killed in between or two processes work on the same job. Ends early if the job is cancelled or `signal` aborts.
 */
export async function runBulkJob(deps: WorkDeps, id: string, signal?: AbortSignal): Promise<void> {
  let reportedAt = 0;
  while (!signal?.aborted) {
    const job = await unfinishedJob(deps.db, id);
    if (!job) return;
    if (job.processed >= job.ids.length) return finish(deps, job);
    for (let place = job.processed; place < job.ids.length && !signal?.aborted; ) {
      const report = Date.now() - reportedAt >= REPORT_INTERVAL;
      const done = await doRows(deps, job, place, report);
      // Another worker took these rows, or the job was stopped: load the job again.
      if (done === 0) break;
      if (report) reportedAt = Date.now();
      place += done;
    }
  }
}

async function unfinishedJob(db: Db, id: string): Promise<JobRecord | undefined> {
  const [job] = await db
    .select()
    .from(bulkJobs)
    .where(and(eq(bulkJobs.id, id), isUnfinished));
  return job;
}

/** Returns how many rows were processed; 0 if they could no longer be claimed. */
async function doRows(deps: WorkDeps, job: JobRecord, place: number, report: boolean): Promise<number> {
  const work = workOf(job.action);
  const ids = job.ids.slice(place, place + ('most' in work ? work.most : 1));
  const settle = (results: (tx: Tx) => Promise<RowResults>) =>
    deps.db.transaction(async (tx) => {
      const runningJob = await take(tx, deps, job, place, ids.length);
      if (!runningJob) return 0;
      await writeResults(tx, job.id, place, ids, await results(tx));
      if (report) await publishProgress(tx, runningJob, deps.now());
      return ids.length;
    });
  for (let tries = 1; ; tries += 1)
    try {
      return await settle((tx) => attempt(tx, deps, { job, work, ids }));
    } catch (error) {
      if (!isOutage(error) || tries === TRIES) return fail(error);
      // Rows that were committed although the response was lost cannot be claimed again.
      await pause(RETRY_DELAY);
    }

  function fail(error: unknown): Promise<number> {
    if (!(error instanceof Refusal)) deps.log.error({ err: error, job: job.id, ids }, 'bulk row failed');
    const { codigo, mensagem } = failureOf(error);
    return settle(async () => ({
      processados: ids.length,
      sucesso: [],
      falhas: ids.map((id) => ({ id, codigo, mensagem })),
    }));
  }
}

async function take(tx: Tx, { now }: WorkDeps, job: JobRecord, place: number, rows: number) {
  const [taken] = await tx
    .update(bulkJobs)
    .set({ processed: place + rows, status: 'EXECUTANDO', updatedAt: now() })
    .where(and(eq(bulkJobs.id, job.id), eq(bulkJobs.processed, place), isUnfinished))
    .returning({
      processed: bulkJobs.processed,
      status: bulkJobs.status,
      // A row's commit does not wait for the disk; the end of the job does, and by then all rows before it are written too.
      // Rows that a crash loses are lost together with the job's position, so the job repeats them.
      durability: sql`set_config('synchronous_commit', 'off', true)`,
      // Rules of the company may leave out what is written for a list (feed_pending.origin).
      origin: sql`set_config('balcao.origem', 'LOTE', true)`,
    });
  return taken && { ...job, processed: taken.processed, status: taken.status };
}

interface Attempt {
  job: JobRecord;
  work: AnyWork;
  ids: number[];
}

async function attempt(tx: Tx, deps: WorkDeps, { job, work, ids }: Attempt): Promise<RowResults> {
  const user = await personById(tx, job.personId);
  if (!user) throw unauthorized();
  for (const permission of permissionsOf(job.action))
    if (!allows(user.grants, permission)) throw forbidden(permission);
  const { input } = job;
  const ctx = workContext(deps, tx, user, { ...input, jobId: job.id });
  // Each kind of work reads the data that it stored itself when it was started.
  const data = input.dados as never;
  if ('group' in work) return work.group(ctx, ids, data);
  for (const id of ids) await work.row(ctx, id, data, input.linhas?.[id] as never);
  return { processados: ids.length, sucesso: ids, falhas: [] };
}

async function writeResults(tx: Tx, jobId: string, place: number, ids: number[], results: RowResults) {
  const failed = new Map(results.falhas.map((failure) => [failure.id, failure]));
  await tx.insert(bulkJobRows).values(
    ids.map((recordId, index) => ({
      jobId,
      place: place + index,
      recordId,
      failureCode: failed.get(recordId)?.codigo ?? null,
      failureText: failed.get(recordId)?.mensagem ?? null,
    })),
  );
}

const failureOf = (error: unknown): { codigo: string; mensagem: string } =>
  error instanceof Refusal
    ? { codigo: error.code, mensagem: error.message }
    : { codigo: 'ERRO_INTERNO', mensagem: 'Não foi possível fazer isto com este registro. Tente de novo.' };

async function finish(deps: WorkDeps, job: JobRecord): Promise<void> {
  const { db, now } = deps;
  const work = workOf(job.action);
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .update(bulkJobs)
      .set({ status: 'CONCLUIDO', finishedAt: now(), updatedAt: now() })
      .where(and(eq(bulkJobs.id, job.id), isUnfinished))
      .returning();
    if (!ended) return;
    if ('row' in work) await work.ended?.(tx, deps, ended);
    await publishProgress(tx, ended, now());
  });
}

/** Long work of any kind; each kind reads the data that it stored itself when it was started. */
type AnyWork = RowWork<never, never> | GroupWork<never>;

const works: Record<JobAction, AnyWork> = { ...bulkActions, 'executar-automacao': automationWork };

const workOf = (action: string): AnyWork => works[action as JobAction];

const isOfTickets = (action: string): action is BulkAction => BULK_ACTIONS.some((each) => each === action);

/** All of these are checked again for each row. */
const permissionsOf = (action: string): Permission[] =>
  isOfTickets(action) ? ['TICKETS_LOTE', workOf(action).permission] : [workOf(action).permission];
