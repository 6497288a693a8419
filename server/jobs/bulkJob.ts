import { and, asc, count, desc, eq, gt, inArray, isNotNull, or } from 'drizzle-orm';
import type { BulkJob, BulkSummary, JobAction } from '../../contract/sac/ticketBulk.ts';
import type { Context } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { bulkJobRows, bulkJobs } from '../db/tables/index.ts';
import { notFound } from '../errors.ts';
import { tellProgress } from './progress.ts';

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
    if (stopped) await tellProgress(tx, stopped, now());
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
