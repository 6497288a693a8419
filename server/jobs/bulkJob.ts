import { and, asc, count, desc, eq, gt, inArray, isNotNull, or } from 'drizzle-orm';
import type { Permission } from '#contract/permissions.ts';
import { JOB_PROGRESS, personChannel } from '#contract/realtime.ts';
import type { BulkData, BulkJob, BulkSummary, JobAction } from '#contract/sac/tickets/ticketBulk.ts';
import type { RowResults } from '#contract/sharedShapes.ts';
import type { Context } from '../context.ts';
import { countLocked } from '../db/advisoryLock.ts';
import type { Executor, Tx } from '../db/client.ts';
import { bulkJobRows, bulkJobs, type JobInput } from '../db/tables/index.ts';
import { notFound, refused } from '../errors.ts';
import { publish } from '../realtime/publish.ts';
import { type AuditContext, audit } from '../writing/audit.ts';

export type JobRecord = typeof bulkJobs.$inferSelect;

const UNFINISHED = ['NA_FILA', 'EXECUTANDO'] as const;
export const isUnfinished = inArray(bulkJobs.status, [...UNFINISHED]);

const DAY = 24 * 60 * 60 * 1000;
const MAX_SHOWN = 10;

type Reader = Pick<Context, 'db' | 'user' | 'now'>;

/** The user's own jobs: those in progress and those created within the last day. */
export async function ownJobs({ db, user, now }: Reader): Promise<BulkSummary[]> {
  const rows = await db
    .select()
    .from(bulkJobs)
    .where(
      and(
        eq(bulkJobs.personId, user.id),
        or(isUnfinished, gt(bulkJobs.createdAt, new Date(now().getTime() - DAY))),
      ),
    )
    .orderBy(desc(bulkJobs.createdAt))
    .limit(MAX_SHOWN);
  const failed = await failuresByJob(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => summaryOf(row, failed.get(row.id) ?? 0));
}

export async function ownJob({ db, user }: Pick<Context, 'db' | 'user'>, id: string): Promise<BulkJob> {
  const job = await requireOwn(db, user.id, id);
  const rows = await db
    .select()
    .from(bulkJobRows)
    .where(eq(bulkJobRows.jobId, id))
    .orderBy(asc(bulkJobRows.place));
  return {
    ...factsOf(job),
    sucesso: rows.flatMap(({ recordId, failureCode }) => (failureCode === null ? [recordId] : [])),
    falhas: rows.flatMap(({ recordId, failureCode, failureText }) =>
      failureCode === null ? [] : [{ id: recordId, codigo: failureCode, mensagem: failureText ?? '' }],
    ),
    dados: job.input.dados,
  };
}

/**
 * Takes effect before the next row, since a worker takes a row only while the job is unfinished.
 *
 * @param ended what its work does when it ends
 */
export async function cancelJob(
  ctx: Reader & AuditContext,
  id: string,
  ended: (tx: Tx, job: JobRecord) => Promise<void> | undefined,
): Promise<BulkSummary> {
  const { user, now } = ctx;
  return ctx.db.transaction(async (tx) => {
    const job = await requireOwn(tx, user.id, id);
    const [stopped] = await tx
      .update(bulkJobs)
      .set({ status: 'CANCELADO', finishedAt: now(), updatedAt: now() })
      .where(and(eq(bulkJobs.id, id), isUnfinished))
      .returning();
    if (stopped) {
      await ended(tx, stopped);
      await publishProgress(tx, stopped, now());
      const after = { processados: stopped.processed, total: stopped.ids.length };
      await audit(tx, ctx, { action: 'CANCELAR', entity: 'bulk_jobs', entityId: id, after });
    }
    const failed = await failuresByJob(tx, [id]);
    return summaryOf(stopped ?? job, failed.get(id) ?? 0);
  });
}

async function requireOwn(db: Executor, personId: number, id: string): Promise<JobRecord> {
  const [job] = await db
    .select()
    .from(bulkJobs)
    .where(and(eq(bulkJobs.id, id), eq(bulkJobs.personId, personId)));
  if (!job) throw notFound();
  return job;
}

async function failuresByJob(db: Executor, ids: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: bulkJobRows.jobId, failed: count() })
    .from(bulkJobRows)
    .where(and(inArray(bulkJobRows.jobId, ids), isNotNull(bulkJobRows.failureCode)))
    .groupBy(bulkJobRows.jobId);
  return new Map(rows.map(({ id, failed }) => [id, failed]));
}

const summaryOf = (job: JobRecord, falharam: number): BulkSummary => ({ ...factsOf(job), falharam });

const factsOf = (job: JobRecord) => ({
  id: job.id,
  acao: job.action as JobAction,
  situacao: job.status,
  total: job.ids.length,
  processados: job.processed,
  datahora_criacao: job.createdAt.toISOString(),
  datahora_fim: job.finishedAt?.toISOString() ?? null,
});

interface NewJob {
  action: JobAction;
  /** The records, in processing order. */
  ids: number[];
  data: JobInput['dados'];
  known?: JobInput['linhas'];
}

type Asker = Pick<Context, 'user' | 'now' | 'ip' | 'requestId'>;

/** Stores a job within the transaction that requests it and returns its id. */
export async function createJob(tx: Tx, ctx: Asker, { action, ids, data, known }: NewJob): Promise<string> {
  await requireRoom(tx, ctx);
  const input: JobInput = {
    dados: data,
    ip: ctx.ip,
    requestId: ctx.requestId,
    ...(known && { linhas: known }),
  };
  const [job] = await tx
    .insert(bulkJobs)
    .values({
      personId: ctx.user.id,
      action,
      input,
      ids,
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    })
    .returning({ id: bulkJobs.id });
  if (!job) throw new Error('a bulk job was not written');
  return job.id;
}

/** Unfinished jobs that one person may have: long jobs share one queue, which no single user may fill. */
const MAX_RUNNING = 5;

async function requireRoom(tx: Tx, { user }: Pick<Context, 'user'>): Promise<void> {
  const where = and(eq(bulkJobs.personId, user.id), isUnfinished);
  const underWay = await countLocked(tx, bulkJobs, { where, of: user.id });
  if (underWay >= MAX_RUNNING)
    throw refused(
      'LOTES_DEMAIS',
      `Você já tem ${MAX_RUNNING} lotes em andamento. Espere um terminar, ou pare um deles.`,
    );
}

type Progress = Pick<typeof bulkJobs.$inferSelect, 'id' | 'personId' | 'processed' | 'ids' | 'status'>;

/** Reports a job's progress to the person who started it. */
export const publishProgress = (tx: Executor, job: Progress, at: Date): Promise<void> =>
  publish(tx, {
    channels: [personChannel(job.personId)],
    event: JOB_PROGRESS,
    data: { id: job.id, processados: job.processed, total: job.ids.length, situacao: job.status },
    at,
  });

interface Work {
  /** The action's own permission, required in addition to the one for bulk actions. */
  permission: Permission;
}

/**
 * Processes each record in its own transaction, passed as `ctx.db`; a Refusal becomes the row's failure. `known` is what was
 * recorded about this row when the work was requested.
 */
export interface RowWork<Data, Known = unknown> extends Work {
  row: (ctx: Context, id: number, data: Data, known: Known) => Promise<unknown>;
  /** What is left to do once, in the transaction that ends or stops the job. */
  ended?: (tx: Tx, ctx: Pick<Context, 'now' | 'settings'>, job: JobRecord) => Promise<void>;
}

/**
 * Records that belong together, such as those of one pickup: up to `most` of them share a transaction, and the work reports
 * each row's result itself.
 */
export interface GroupWork<Data> extends Work {
  most: number;
  group: (ctx: Context, ids: number[], data: Data) => Promise<RowResults>;
}

/** Validates the dialog's input and returns texts by field; called once, before any row is processed. */
interface WithValidation {
  problems: (data: BulkData, db: Executor) => Promise<Record<string, string>> | Record<string, string>;
}

/** An action on tickets. With a plan, each row is known before the first is processed. */
export type RowAction = RowWork<BulkData> &
  WithValidation & {
    plan?: (
      tx: Tx,
      ctx: Pick<Context, 'user' | 'now'>,
      ids: readonly number[],
      data: BulkData,
    ) => Promise<NonNullable<JobInput['linhas']>>;
  };
export type GroupAction = GroupWork<BulkData> & WithValidation;
export type BulkWork = RowAction | GroupAction;

export const NONE: Record<string, string> = {};
export const NO_PROBLEMS = () => NONE;
