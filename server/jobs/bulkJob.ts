import { and, asc, count, desc, eq, gt, inArray, isNotNull, or } from 'drizzle-orm';
import type { Permission } from '../../contract/permissions.ts';
import { JOB_PROGRESS, personChannel } from '../../contract/realtime.ts';
import type { BulkData, BulkJob, BulkSummary, JobAction } from '../../contract/sac/ticketBulk.ts';
import type { RowResults } from '../../contract/sharedShapes.ts';
import type { Context } from '../context.ts';
import type { Executor, Tx } from '../db/client.ts';
import { bulkJobRows, bulkJobs, people } from '../db/tables/index.ts';
import { notFound, refused } from '../errors.ts';
import { publish } from '../realtime/publish.ts';

export type JobRecord = typeof bulkJobs.$inferSelect;

/** What is kept of a request, so that the work can go on without it. */
export interface JobInput {
  dados: object;
  ip: string;
  requestId: string;
  /** What is known of each row beforehand, by its record. */
  linhas?: Record<number, unknown>;
}

const UNFINISHED = ['NA_FILA', 'EXECUTANDO'] as const;
export const isUnfinished = inArray(bulkJobs.status, [...UNFINISHED]);

const DAY = 24 * 60 * 60 * 1000;
const SHOWN = 10;

type Reader = Pick<Context, 'db' | 'user' | 'now'>;

/** Own ones: what is under way, and the last that ended. */
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
    .limit(SHOWN);
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
    dados: (job.input as unknown as JobInput).dados,
  };
}

/** Takes effect before the next row: whoever works on it takes each row only while the job stands. */
export async function cancelJob({ db, user, now }: Reader, id: string): Promise<BulkSummary> {
  return db.transaction(async (tx) => {
    const job = await requireOwn(tx, user.id, id);
    const [stopped] = await tx
      .update(bulkJobs)
      .set({ status: 'CANCELADO', finishedAt: now(), updatedAt: now() })
      .where(and(eq(bulkJobs.id, id), isUnfinished))
      .returning();
    if (stopped) await publishProgress(tx, stopped, now());
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
  /** The records, in the order in which they are done. */
  ids: number[];
  data: JobInput['dados'];
  known?: JobInput['linhas'];
}

type Asker = Pick<Context, 'user' | 'now' | 'ip' | 'requestId'>;

/** Writes down what is to be done, in the transaction that decides it; answers the job's id. */
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
      input: { ...input },
      ids,
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    })
    .returning({ id: bulkJobs.id });
  if (!job) throw new Error('a bulk job was not written');
  return job.id;
}

/** Jobs of one person that are not done yet: long ones wait in one queue, which nobody may fill alone. */
const MOST_UNDER_WAY = 5;

async function requireRoom(tx: Tx, { user }: Pick<Context, 'user'>): Promise<void> {
  // By the person's own row: of two requests at once the second counts the first.
  await tx.select({ id: people.id }).from(people).where(eq(people.id, user.id)).for('no key update');
  const underWay = await tx.$count(bulkJobs, and(eq(bulkJobs.personId, user.id), isUnfinished));
  if (underWay >= MOST_UNDER_WAY)
    throw refused(
      'LOTES_DEMAIS',
      `Você já tem ${MOST_UNDER_WAY} lotes em andamento. Espere um terminar, ou pare um deles.`,
    );
}

type Progress = Pick<typeof bulkJobs.$inferSelect, 'id' | 'personId' | 'processed' | 'ids' | 'status'>;

/** Word of how far a job is, to the person whose it is. */
export const publishProgress = (tx: Executor, job: Progress, at: Date): Promise<void> =>
  publish(tx, {
    channels: [personChannel(job.personId)],
    event: JOB_PROGRESS,
    data: { id: job.id, processados: job.processed, total: job.ids.length, situacao: job.status },
    at,
  });

interface Work {
  /** Its own, beside that of doing many at once. */
  permission: Permission;
}

/**
 * Each record in a transaction of its own, which `ctx.db` is: a Refusal is the failure of its row. `known` is what was
 * written down of this row when the work was asked for.
 */
export interface RowWork<Data, Known = unknown> extends Work {
  row: (ctx: Context, id: number, data: Data, known: Known) => Promise<unknown>;
}

/** Records that belong together, as those of one pickup: so many in one transaction, which judges its rows itself. */
export interface GroupWork<Data> extends Work {
  most: number;
  group: (ctx: Context, ids: number[], data: Data) => Promise<RowResults>;
}

/** Texts by field of what the dialog gave; asked once, before anything is done. */
interface Judged {
  problems: (data: BulkData, db: Executor) => Promise<Record<string, string>> | Record<string, string>;
}

/** Of tickets. */
export type RowAction = RowWork<BulkData> & Judged;
export type GroupAction = GroupWork<BulkData> & Judged;
export type BulkWork = RowAction | GroupAction;

export const NONE: Record<string, string> = {};
export const NO_PROBLEMS = () => NONE;
