import { and, asc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { DashboardDefinition } from '#contract/rules/dashboards/dashboard.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { ReportFormat } from '#contract/rules/reports/report.ts';
import { queueMail } from '../../adapters/mail/outbox.ts';
import type { Published } from '../../config/definitions/queries.ts';
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
import type { WorkDeps } from '../../jobs/workContext.ts';
import { personById } from '../../session/currentUser.ts';
import { isConsumer } from '../../session/scope.ts';
import { audit } from '../../writing/audit.ts';
import { withIdempotency } from '../../writing/idempotency.ts';
import { endLeftRuns } from '../reports/commands.ts';
import type { PublishedReport } from '../reports/queries.ts';
import { resolveRelativeDates, type Values } from './acceptedValues.ts';
import type { Delivery } from './dueSchedules.ts';
import { mayReceive, publishedSubject, type Subject, subjectForm, subjectWord } from './subject.ts';

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

/** Prints a dashboard as this person and stores the file; it is recorded in `report_runs` too. */
export type PrintToFile = (
  deps: WorkDeps,
  request: {
    user: User;
    dashboard: Published<DashboardDefinition>;
    /** The common filters by name. */
    given: Values;
    scheduleId: number;
    signal?: AbortSignal;
  },
) => Promise<ReportFile>;

/** How the files are made. */
export interface FileMakers {
  runToFile: RunToFile;
  printToFile: PrintToFile;
}

/**
 * Delivers one round to one receiver: makes the file with the receiver's current permissions, stores it, and e-mails a link to
 * it. Done once, however often the job is repeated.
 */
export async function deliver(
  deps: WorkDeps,
  delivery: Delivery,
  makers: FileMakers,
  signal?: AbortSignal,
): Promise<void> {
  const schedule = await activeSchedule(deps, delivery.scheduleId);
  // Whoever is no longer among the receivers gets nothing, even if the job was queued before.
  if (!schedule?.receivers.includes(delivery.receiverId) || (await isDone(deps, delivery))) return;
  const receiver = await personById(deps.db, delivery.receiverId);
  const subject = await publishedSubject(deps.db, schedule);
  if (!subject) return;
  if (!receiver || isConsumer(receiver) || !(await mayReceive({ ...deps, user: receiver }, subject)))
    return note(deps, schedule, await leftOut(deps, delivery.receiverId, subject));
  try {
    const file = await fileOf(deps, { schedule, receiver, subject, makers, ...(signal && { signal }) });
    await mailReport(deps, { delivery, schedule, receiver, subject, file });
  } catch (error) {
    const what = subject.kind === 'reports' ? 'O relatório' : 'O painel';
    const text = error instanceof Refusal ? error.message : `${what} não pôde ser gerado.`;
    await note(deps, schedule, `${receiver.name}: ${text}`);
    // A refusal by the report would only be repeated; for any other error the queue retries.
    if (!(error instanceof Refusal)) throw error;
  }
}

interface Making {
  schedule: ScheduleRecord;
  receiver: User;
  subject: Subject;
  makers: FileMakers;
  signal?: AbortSignal;
}

async function fileOf(
  deps: WorkDeps,
  { schedule, receiver: user, subject, makers, signal }: Making,
): Promise<ReportFile> {
  const values = await resolveRelativeDates({ ...deps, user }, subjectForm(subject), schedule.parameters);
  const request = { user, scheduleId: schedule.id, ...(signal && { signal }) };
  if (subject.kind === 'dashboards')
    return makers.printToFile(deps, { ...request, dashboard: subject.of, given: values });
  const format = schedule.format as Exclude<ReportFormat, 'TELA'>;
  return makers.runToFile(deps, { ...request, report: subject.of, values, format });
}

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
  subject: Subject;
  file: ReportFile;
}

async function mailReport(
  deps: Deps,
  { delivery, schedule, receiver, subject, file }: MailedReport,
): Promise<void> {
  const ctx = { ...deps, user: receiver, idempotencyKey: keyOf(delivery), ip: '', requestId: '' };
  await withIdempotency(ctx, 'reportSchedules.deliver', delivery, async (tx) => {
    // What each receives is their own: one of them may have rows where another has none.
    if (schedule.onlyWithRows && file.rows === 0) return { sent: false };
    const [to] = await tx.select({ email: people.email }).from(people).where(eq(people.id, receiver.id));
    if (!to?.email) return { sent: false };
    const mail = deliveryMail({
      receiver: receiver.name,
      subject,
      schedule: schedule.name,
      file,
      publicUrl: deps.settings.publicUrl,
    });
    await queueMail(tx, { to: to.email, ...mail }, deps.now);
    await audit(tx, ctx, {
      action: 'ENVIAR_EMAIL',
      entity: 'report_schedules',
      entityId: schedule.id,
      after: {
        [subject.kind === 'reports' ? 'relatorio' : 'painel']: subject.of.key,
        ...{ execucao: file.runId, linhas: file.rows },
      },
    });
    return { sent: true };
  });
}

async function leftOut({ db }: Deps, id: number, subject: Subject): Promise<string> {
  const [person] = await db.select({ name: people.name }).from(people).where(eq(people.id, id));
  return `${person?.name ?? `Pessoa ${id}`} não recebeu: não tem mais acesso a ${subjectWord(subject)}.`;
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
  subject: Subject;
  schedule: string;
  file: ReportFile;
  publicUrl: string;
}

/** How many days the file of a run is kept. */
const FILE_DAYS = 30;

/** The e-mail contains a link instead of the file, so that access is checked when it is downloaded. */
function deliveryMail({ receiver, subject, schedule, file, publicUrl }: Parts) {
  const { titulo } = subject.of.content;
  return {
    subject: `${titulo}: ${schedule}`,
    text: [
      `Olá, ${receiver}.`,
      subject.kind === 'reports'
        ? `O relatório "${titulo}" ficou pronto, com ${formatCount(file.rows, 'linha', 'linhas')} do que o seu acesso permite ver.`
        : `O painel "${titulo}" ficou pronto em PDF, com o que o seu acesso permite ver.`,
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
      and(
        isNotNull(reportRuns.dashboardKey),
        isNotNull(reportRuns.reportKey),
        lt(reportRuns.startedAt, new Date(deps.now().getTime() - DAY)),
      ),
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
