import { and, asc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { formatCount } from '#contract/rules/format.ts';
import type { ReportDefinition, ReportFormat } from '#contract/rules/reports/report.ts';
import { queueMail } from '../../adapters/mail/outbox.ts';
import { publishedDefinition } from '../../config/definitions/queries.ts';
import type { Deps, User } from '../../context.ts';
import {
  files,
  idempotencyKeys,
  people,
  reportRuns,
  reportSchedules,
  reportTickets,
} from '../../db/tables/index.ts';
import { Refusal } from '../../errors.ts';
import { personById } from '../../session/currentUser.ts';
import { isConsumer } from '../../session/scope.ts';
import { audit } from '../../writing/audit.ts';
import { withIdempotency } from '../../writing/idempotency.ts';
import { endLeftRuns } from '../reports/commands.ts';
import { mayKeepFile, maySee, type PublishedReport } from '../reports/queries.ts';
import { resolveRelativeDates, type Values } from './acceptedValues.ts';
import type { Delivery } from './dueSchedules.ts';

type ScheduleRecord = typeof reportSchedules.$inferSelect;

/** The result of a run, as needed for the e-mail about it. */
interface ReportFile {
  runId: number;
  rows: number;
  cut: boolean;
  /** The filters as text. */
  filters: string;
}

/** Runs a report as this person and stores the file; the run is recorded in `report_runs`. */
export type RunToFile = (
  deps: Deps,
  request: {
    user: User;
    report: PublishedReport;
    values: Values;
    format: Exclude<ReportFormat, 'TELA'>;
    scheduleId: number;
    signal?: AbortSignal;
  },
) => Promise<ReportFile>;

/**
 * Delivers one round to one receiver: runs the report with the receiver's current permissions, stores the file, and e-mails a
 * link to it. Done once, however often the job is repeated.
 */
export async function deliver(
  deps: Deps,
  delivery: Delivery,
  runToFile: RunToFile,
  signal?: AbortSignal,
): Promise<void> {
  const schedule = await activeSchedule(deps, delivery.scheduleId);
  // Whoever is no longer among the receivers gets nothing, even if the job was queued before.
  if (!schedule?.receivers.includes(delivery.receiverId) || (await isDone(deps, delivery))) return;
  const receiver = await personById(deps.db, delivery.receiverId);
  const report = await publishedDefinition<ReportDefinition>(deps.db, 'reports', schedule.reportKey);
  if (!report) return;
  if (!receiver || !mayReceive(receiver, report))
    return note(deps, schedule, await leftOut(deps, delivery.receiverId));
  try {
    const file = await runToFile(deps, {
      user: receiver,
      report,
      values: await resolveRelativeDates({ ...deps, user: receiver }, report, schedule.parameters),
      format: schedule.format as Exclude<ReportFormat, 'TELA'>,
      scheduleId: schedule.id,
      ...(signal && { signal }),
    });
    await mailReport(deps, { delivery, schedule, receiver, report, file });
  } catch (error) {
    const text = error instanceof Refusal ? error.message : 'O relatório não pôde ser gerado.';
    await note(deps, schedule, `${receiver.name}: ${text}`);
    // A refusal by the report would only be repeated; for any other error the queue retries.
    if (!(error instanceof Refusal)) throw error;
  }
}

const mayReceive = (user: User, report: PublishedReport) =>
  !isConsumer(user) && maySee({ user }, report) && mayKeepFile({ user }, report);

async function activeSchedule({ db }: Deps, id: number): Promise<ScheduleRecord | undefined> {
  const [schedule] = await db
    .select()
    .from(reportSchedules)
    .where(and(eq(reportSchedules.id, id), eq(reportSchedules.active, true)));
  return schedule;
}

const keyOf = ({ scheduleId, round }: Delivery) => `envio-${scheduleId}-${round}`;

async function isDone({ db }: Deps, delivery: Delivery): Promise<boolean> {
  const done = await db.$count(
    idempotencyKeys,
    and(eq(idempotencyKeys.personId, delivery.receiverId), eq(idempotencyKeys.key, keyOf(delivery))),
  );
  return done > 0;
}

interface MailedReport {
  delivery: Delivery;
  schedule: ScheduleRecord;
  receiver: User;
  report: PublishedReport;
  file: ReportFile;
}

async function mailReport(
  deps: Deps,
  { delivery, schedule, receiver, report, file }: MailedReport,
): Promise<void> {
  const ctx = { ...deps, user: receiver, idempotencyKey: keyOf(delivery), ip: '', requestId: '' };
  await withIdempotency(ctx, 'reportSchedules.deliver', delivery, async (tx) => {
    // What each receives is their own: one of them may have rows where another has none.
    if (schedule.onlyWithRows && file.rows === 0) return { sent: false };
    const [to] = await tx.select({ email: people.email }).from(people).where(eq(people.id, receiver.id));
    if (!to?.email) return { sent: false };
    const mail = deliveryMail({
      receiver: receiver.name,
      title: report.content.titulo,
      schedule: schedule.name,
      file,
      publicUrl: deps.settings.publicUrl,
    });
    await queueMail(tx, { to: to.email, ...mail }, deps.now);
    await audit(tx, ctx, {
      action: 'ENVIAR_EMAIL',
      entity: 'report_schedules',
      entityId: schedule.id,
      after: { relatorio: report.key, execucao: file.runId, linhas: file.rows },
    });
    return { sent: true };
  });
}

async function leftOut({ db }: Deps, id: number): Promise<string> {
  const [person] = await db.select({ name: people.name }).from(people).where(eq(people.id, id));
  return `${person?.name ?? `Pessoa ${id}`} não recebeu: não tem mais acesso a este relatório.`;
}

/** Appended to the errors of this round so far. */
async function note({ db }: Deps, { id }: ScheduleRecord, text: string): Promise<void> {
  const { lastError } = reportSchedules;
  await db
    .update(reportSchedules)
    .set({
      lastError: sql`left(case when position(${text} in ${lastError}) > 0 then ${lastError}
        else ltrim(${lastError} || chr(10) || ${text}, chr(10)) end, 1000)`,
    })
    .where(eq(reportSchedules.id, id));
}

interface Parts {
  receiver: string;
  title: string;
  schedule: string;
  file: ReportFile;
  publicUrl: string;
}

/** How many days the file of a run is kept. */
const FILE_DAYS = 30;

/** The e-mail contains a link instead of the file, so that access is checked when it is downloaded. */
function deliveryMail({ receiver, title, schedule, file, publicUrl }: Parts) {
  return {
    subject: `${title}: ${schedule}`,
    text: [
      `Olá, ${receiver}.`,
      `O relatório "${title}" ficou pronto, com ${formatCount(file.rows, 'linha', 'linhas')} do que o seu acesso permite ver.`,
      file.filters,
      file.cut ? 'Há mais linhas do que o limite do arquivo: o resultado está cortado.' : '',
      'Para baixar o arquivo, entre no console por este endereço:',
      `${publicUrl}/relatorios/historico?execucao=${file.runId}`,
      `O arquivo fica guardado por ${FILE_DAYS} dias.`,
    ]
      .filter(Boolean)
      .join('\n\n'),
  };
}

const DAY = 24 * 60 * 60 * 1000;

const SWEEP_BATCH = 50;

/** Ends runs that were left, and removes expired viewer tickets, what dashboards ran, and files of runs after their retention period. */
export async function sweepReports(
  deps: Pick<Deps, 'db' | 'pool' | 'replica' | 'settings' | 'files' | 'now'>,
): Promise<void> {
  await endLeftRuns(deps);
  await deps.db
    .delete(reportTickets)
    .where(lt(reportTickets.expiresAt, new Date(deps.now().getTime() - DAY)));
  await deps.db
    .delete(reportRuns)
    .where(
      and(isNotNull(reportRuns.dashboardKey), lt(reportRuns.startedAt, new Date(deps.now().getTime() - DAY))),
    );
  while ((await sweepFiles(deps)) === SWEEP_BATCH);
}

/** The file is deleted before its row: if the store fails, the row is still there for the next attempt. */
const sweepFiles = ({ db, files: store, now }: Pick<Deps, 'db' | 'files' | 'now'>): Promise<number> =>
  db.transaction(async (tx) => {
    const old = await tx
      .select({ runId: reportRuns.id, id: files.id, storedAs: files.storedAs })
      .from(reportRuns)
      .innerJoin(files, eq(files.id, reportRuns.fileId))
      .where(
        and(
          isNotNull(reportRuns.fileId),
          lt(reportRuns.startedAt, new Date(now().getTime() - FILE_DAYS * DAY)),
        ),
      )
      .orderBy(asc(reportRuns.id))
      .limit(SWEEP_BATCH)
      .for('update', { of: reportRuns, skipLocked: true });
    for (const { storedAs } of old) await store.remove(storedAs);
    if (old.length === 0) return 0;
    await tx
      .update(reportRuns)
      .set({ fileId: null })
      .where(
        inArray(
          reportRuns.id,
          old.map(({ runId }) => runId),
        ),
      );
    await tx.delete(files).where(
      inArray(
        files.id,
        old.map(({ id }) => id),
      ),
    );
    return old.length;
  });
