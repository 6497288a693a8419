import { and, asc, eq, gte, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { DEFAULT_TIME_ZONE, localDate, localTime } from '#contract/rules/time/zonedTime.ts';
import { MAX_ATTEMPTS } from '../../adapters/mail/outbox.ts';
import type { Deps } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { sweepRows } from '../../db/manyRows.ts';
import { auditLog, outboxEmails, retentionRules, retentionRuns } from '../../db/tables/index.ts';
import { type AuditContext, audit } from '../../writing/audit.ts';
import { serviceParameters } from '../parameters/queries.ts';
import { anonymize } from './anonymize.ts';
import { evaluateNext, lastPlace, type RuleEvaluation, retentionTargets, type Target } from './look.ts';

type Night = Pick<Deps, 'db' | 'now'>;

type Run = typeof retentionRuns.$inferSelect;

/** The hours with little activity; the rest continues the following night. */
const FROM = '02:00';

const UNTIL = '06:00';

/** How long one rule runs per hour, in milliseconds. Then other rules get their turn, and it continues an hour later. */
const TURN = 5 * 60_000;

/**
 * Runs every confirmed rule whose grace period is over, once a night. Returns how many rows were taken. Several processes may
 * do so at once: a batch belongs to the process that locks the nightly run's row, and its position advances in the same
 * transaction, so that an interrupted batch is repeated by the next process.
 */
export async function runTonight(deps: Night): Promise<number> {
  const time = localTime(deps.now(), DEFAULT_TIME_ZONE);
  if (time < FROM || time >= UNTIL) return 0;
  const today = localDate(deps.now(), DEFAULT_TIME_ZONE);
  const active = await deps.db
    .select({ key: retentionRules.target })
    .from(retentionRules)
    .where(and(...acting(today)))
    .orderBy(asc(retentionRules.target));
  const targets = new Map((await retentionTargets(deps.db)).map((target) => [target.key, target]));
  let removedCount = 0;
  for (const { key } of active) {
    const target = targets.get(key);
    if (target) removedCount += await actOn(deps, target, today);
  }
  return removedCount;
}

const acting = (today: string) => [
  eq(retentionRules.state, 'ATIVA'),
  isNotNull(retentionRules.months),
  lte(retentionRules.actsFrom, today),
];

async function actOn(deps: Night, target: Target, today: string): Promise<number> {
  await beginNight(deps, target, today);
  const began = performance.now();
  let removedCount = 0;
  for (;;) {
    const batchResult = await deps.db.transaction((tx) => batch(tx, deps, target, today));
    if (batchResult === null || performance.now() - began > TURN) return removedCount + (batchResult ?? 0);
    removedCount += batchResult;
  }
}

/** Continues an unfinished nightly run; otherwise there is one per day. */
async function beginNight({ db, now }: Night, { key }: Target, today: string): Promise<void> {
  const unfinished = and(eq(retentionRuns.target, key), isNull(retentionRuns.finishedAt));
  if ((await db.$count(retentionRuns, unfinished)) > 0) return;
  await db.insert(retentionRuns).values({ target: key, day: today, startedAt: now() }).onConflictDoNothing();
}

/** Processes the next rows of the nightly run in one transaction. `null` when nothing more is to be done now. */
async function batch(tx: Tx, { now }: Night, target: Target, today: string): Promise<number | null> {
  const [run] = await tx
    .select()
    .from(retentionRuns)
    .where(and(eq(retentionRuns.target, target.key), isNull(retentionRuns.finishedAt)))
    .for('update', { skipLocked: true });
  if (!run) return null;
  // A user who pauses the rule waits for this batch, and the next one finds it paused.
  const [rule] = await tx
    .select()
    .from(retentionRules)
    .where(and(eq(retentionRules.target, target.key), ...acting(today)))
    .for('share');
  if (!rule?.months) return null;
  const asking: RuleEvaluation = { target, months: rule.months, now: now() };
  const { found, place } = await evaluateNext(tx, asking, run.place);
  const of = (effect: string) => found.filter(({ verdict }) => verdict.efeito === effect);
  const going = of('SAI').map(({ id }) => id);
  const done = await takeAll(tx, asking, now, going);
  const finished = place >= (await lastPlace(tx, target));
  await tx
    .update(retentionRuns)
    .set({
      place,
      taken: run.taken + done.gone,
      byLaw: run.byLaw + of('LEI').length,
      busy: run.busy + of('EM_ABERTO').length,
      failed: run.failed + done.failed,
      error: done.error || run.error,
      finishedAt: finished ? now() : null,
    } satisfies Partial<Run>)
    .where(eq(retentionRuns.id, run.id));
  return done.gone;
}

interface Done {
  gone: number;
  failed: number;
  error: string;
}

/** Takes all rows together; if one fails, each is taken separately, so that only that one remains. */
async function takeAll(tx: Tx, asking: RuleEvaluation, now: () => Date, ids: number[]): Promise<Done> {
  if (ids.length === 0) return { gone: 0, failed: 0, error: '' };
  const ctx: AuditContext = { user: null, ip: '', requestId: 'guarda', now };
  const apart = (some: number[]) => tx.transaction((inner) => anonymize({ ...asking, tx: inner, ctx }, some));
  try {
    return { gone: await apart(ids), failed: 0, error: '' };
  } catch {
    const done: Done = { gone: 0, failed: 0, error: '' };
    for (const id of ids)
      try {
        done.gone += await apart([id]);
      } catch (error) {
        // A lost connection fails here too: the transaction is abandoned and the nightly run continues later.
        await tx.execute(sql`select 1`);
        done.failed++;
        done.error = `${id}: ${codeOf(error)}`;
      }
    return done;
  }
}

/** A database error message contains row data, its code does not. */
function codeOf(error: unknown): string {
  const { code } = ((error as { cause?: unknown }).cause ?? error) as { code?: unknown };
  return typeof code === 'string' ? code : 'falha inesperada';
}

type Sweeping = Pick<Deps, 'db' | 'now'>;

/** Deletes whole months of the audit log that are past their retention period, and records the deletion in it. */
export async function sweepAudit({ db, now }: Sweeping): Promise<number> {
  const { anosAuditoria: years } = await serviceParameters(db);
  const swept = await sweepMonths({ db, now }, auditLog, auditLog.at, years * 12);
  if (swept > 0)
    await audit(
      db,
      { user: null, ip: '', requestId: 'guarda', now },
      {
        action: 'EXCLUIR',
        entity: 'audit_log',
        entityId: 0,
        after: { linhas: swept, anteriores: monthsBefore(now(), years * 12).slice(0, 7) },
      },
    );
  return swept;
}

/** E-mails that were sent or will not be tried again; attachments are deleted when they are sent. */
export async function sweepEmails({ db, now }: Sweeping): Promise<number> {
  const { mesesEmails } = await serviceParameters(db);
  const ended = or(isNotNull(outboxEmails.sentAt), gte(outboxEmails.attempts, MAX_ATTEMPTS));
  return sweepMonths({ db, now }, outboxEmails, outboxEmails.createdAt, mesesEmails, ended);
}

async function sweepMonths(
  { db, now }: Sweeping,
  table: typeof auditLog | typeof outboxEmails,
  at: AnyPgColumn,
  months: number,
  which = sql`true` as Parameters<typeof and>[0],
): Promise<number> {
  if (months === 0) return 0;
  return sweepRows(db, table, and(which, lt(at, sql`${monthsBefore(now(), months)}::timestamptz`)), at);
}

/** The start of the month (UTC) this many months ago. */
const monthsBefore = (now: Date, months: number): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString();
