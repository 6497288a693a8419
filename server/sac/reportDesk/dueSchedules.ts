import { createHash } from 'node:crypto';
import { and, asc, eq, lte } from 'drizzle-orm';
import { nextRun } from '#contract/rules/reports/rhythm.ts';
import type { Deps } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { reportSchedules } from '../../db/tables/index.ts';
import type { JobQueue, WorkQueue } from '../../jobs/queue.ts';
import type { WorkDeps } from '../../jobs/workContext.ts';
import { inRounds, type Rounds } from '../../rounds.ts';
import { audit } from '../../writing/audit.ts';
import { deliver, type FileMakers } from './deliver.ts';
import { ownerObstacle } from './scheduleQueries.ts';
import { comesAs, isOutdated, publishedSubject, subjectWord } from './subject.ts';

/** The queue's name; there is one job per receiver and round. */
const REPORT_DELIVERIES = 'envios-de-relatorios';

/** `round`: when the schedule was due, as an ISO timestamp. */
export interface Delivery extends Record<string, unknown> {
  scheduleId: number;
  receiverId: number;
  round: string;
}

type ScheduleRecord = typeof reportSchedules.$inferSelect;
type Parts = Pick<Deps, 'db' | 'now'> & { queue: JobQueue };

/**
 * Sends every round that is due. A schedule is claimed by its row lock and advanced in the same transaction, so only one
 * process sends a round. If a process dies in between, the next one sends the round; jobs already queued are not accepted
 * twice, since the same round and receiver always give the same job id.
 */
export async function sendDueSchedules(parts: Parts): Promise<void> {
  while (await sendOne(parts));
}

const sendOne = ({ db, now, queue }: Parts): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [due] = await tx
      .select()
      .from(reportSchedules)
      .where(and(eq(reportSchedules.active, true), lte(reportSchedules.nextRunAt, now())))
      .orderBy(asc(reportSchedules.nextRunAt))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due?.nextRunAt) return false;
    const obstacle = await obstacleOf(tx, due);
    const round = due.nextRunAt.toISOString();
    if (!obstacle)
      for (const receiverId of due.receivers) {
        const delivery: Delivery = { scheduleId: due.id, receiverId, round };
        await queue.send(REPORT_DELIVERIES, delivery, { id: deliveryId(delivery) });
      }
    if (obstacle) await stop(tx, now, due, obstacle);
    else
      await tx
        .update(reportSchedules)
        .set({ lastRunAt: now(), nextRunAt: nextRun(due.rhythm, now()), lastError: '' })
        .where(eq(reportSchedules.id, due.id));
    return true;
  });

/** With a new version, so that a form that was open meanwhile does not switch it on again unread. */
async function stop(tx: Tx, now: Deps['now'], { id, version }: ScheduleRecord, obstacle: string) {
  await tx
    .update(reportSchedules)
    .set({ active: false, nextRunAt: null, lastError: obstacle, version: version + 1, updatedAt: now() })
    .where(eq(reportSchedules.id, id));
  await audit(
    tx,
    { user: null, ip: '', requestId: 'envios', now },
    { action: 'DESATIVAR', entity: 'report_schedules', entityId: id, after: { motivo: obstacle } },
  );
}

/** The reason why a schedule stops automatically; someone has to check it before it continues. */
async function obstacleOf(tx: Tx, schedule: ScheduleRecord): Promise<string | null> {
  const word = subjectWord({ kind: schedule.dashboardKey === null ? 'reports' : 'dashboards' });
  const subject = await publishedSubject(tx, schedule);
  if (!subject) return `Parado: ${word} não está mais publicado.`;
  const obstacle = await ownerObstacle(tx, schedule.ownerId, subject);
  if (obstacle) return `Parado: ${obstacle}`;
  if (!comesAs(subject, schedule.format)) return `Parado: ${word} não sai mais em ${schedule.format}.`;
  return (await isOutdated(tx, subject, schedule.reportVersion))
    ? `Parado: ${subject.kind === 'reports' ? 'o relatório' : 'o painel'} mudou e pede outros filtros. Abra o envio, confira os filtros e ative-o de novo.`
    : null;
}

/** The same for the same round and receiver in every process. */
function deliveryId({ scheduleId, receiverId, round }: Delivery): string {
  const hex = createHash('sha256').update(`${scheduleId}|${receiverId}|${round}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

const CHECK_INTERVAL = 30_000;

/** Checks for due reports and dashboards twice a minute and delivers them. Several processes share the work. */
export async function workOnReportSchedules(
  deps: WorkDeps,
  queue: WorkQueue,
  makers: FileMakers,
): Promise<Rounds> {
  await queue.work(REPORT_DELIVERIES, (data, signal) => deliver(deps, data as Delivery, makers, signal));
  return inRounds(
    CHECK_INTERVAL,
    () => sendDueSchedules({ ...deps, queue }),
    (err) => deps.log.warn({ err }, 'report schedules not reached'),
  );
}
