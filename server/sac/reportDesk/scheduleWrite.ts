import { eq } from 'drizzle-orm';
import type { Input } from '#contract/route.ts';
import { isTimeZone, nextRun } from '#contract/rules/reports/rhythm.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { ReportSchedule, reportDeskRoutes } from '#contract/sac/reports/reportDesk.ts';
import { wrote } from '../../config/simpleRest.ts';
import type { Context, Reading, User } from '../../context.ts';
import { countLocked } from '../../db/advisoryLock.ts';
import type { Tx } from '../../db/client.ts';
import { reportSchedules } from '../../db/tables/index.ts';
import { invalid, refused } from '../../errors.ts';
import { plainText } from '../../text/plainText.ts';
import { command } from '../../writing/command.ts';
import { rowOf } from '../../writing/row.ts';
import { oneSchedule, ownerObstacle, requireReceivers, schedulesVisibleTo } from './scheduleQueries.ts';
import {
  acceptedBy,
  comesAs,
  keysOf,
  requireKeeping,
  type Subject,
  type SubjectKeys,
  subjectFor,
  subjectWord,
} from './subject.ts';

const scheduleRow = rowOf(reportSchedules, {
  entity: 'report_schedules',
  name: 'este envio',
  words: {
    reportKey: 'relatorio',
    dashboardKey: 'painel',
    reportVersion: 'versaoRelatorio',
    ownerId: 'dono',
    name: 'nome',
    format: 'formato',
    rhythm: 'ritmo',
    receivers: 'destinatarios',
    active: 'ativo',
    onlyWithRows: 'soComLinhas',
    parameters: 'filtros',
  },
  leftOut: [
    // Derived from the rhythm.
    'nextRunAt',
    // Written by the runs, which have their own history.
    'lastRunAt',
    // Written by the runs as well.
    'lastError',
  ],
  read: { schema: ReportSchedule, of: ({ db, user }, id) => oneSchedule(db, user, id) },
});

type Routes = typeof reportDeskRoutes;
type ScheduleRecord = typeof reportSchedules.$inferSelect;
type Body = Omit<Input<Routes['updateSchedule']>['body'], 'versao'>;

const MAX_SCHEDULES = 50;

export const createSchedule = command(reportDeskRoutes.createSchedule, writeNewSchedule);
export const updateSchedule = command(reportDeskRoutes.updateSchedule, writeSchedule);
export const removeSchedule = command(reportDeskRoutes.removeSchedule, deleteSchedule);

/** Within the transaction of its caller. */
export async function writeNewSchedule(
  tx: Tx,
  ctx: Context,
  { body }: Pick<Input<Routes['createSchedule']>, 'body'>,
) {
  const within = { ...ctx, db: tx };
  const subject = await subjectFor(within, requireOne(body));
  const columns = await checked(within, subject, body);
  await requireRoom(tx, ctx.user);
  const set = { ...columns, ...keysOf(subject), ownerId: ctx.user.id };
  const { id } = await scheduleRow.create(tx, ctx, { body, set });
  return oneSchedule(tx, ctx.user, id);
}

/** Within the transaction of its caller. */
export async function writeSchedule(
  tx: Tx,
  ctx: Context,
  { params, body }: Pick<Input<Routes['updateSchedule']>, 'params' | 'body'>,
) {
  const schedule = await lockedSchedule(tx, ctx, params.id, body.versao);
  const within = { ...ctx, db: tx };
  const subject = await subjectFor(within, schedule);
  if (body.ativo) await requireOwner(tx, schedule, subject);
  const set = { ...(await checked(within, subject, body)), lastError: '' };
  await scheduleRow.change(tx, ctx, schedule, { body, set });
  return oneSchedule(tx, ctx.user, params.id);
}

/** Within the transaction of its caller. */
export async function deleteSchedule(
  tx: Tx,
  ctx: Context,
  { params }: Pick<Input<Routes['removeSchedule']>, 'params'>,
) {
  const schedule = await lockedSchedule(tx, ctx, params.id);
  await scheduleRow.remove(tx, ctx, schedule);
  return wrote(params.id, `Envio "${schedule.name}" excluído.`);
}

/** A report or a dashboard, and not both. */
function requireOne({
  relatorio,
  painel,
}: Pick<Input<Routes['createSchedule']>['body'], 'relatorio' | 'painel'>): SubjectKeys {
  if ((relatorio === undefined) === (painel === undefined))
    throw invalid({ relatorio: 'Diga o relatório ou o painel que vai por e-mail, um dos dois.' });
  return { reportKey: relatorio ?? null, dashboardKey: painel ?? null };
}

async function checked(ctx: Reading, subject: Subject, body: Body) {
  requireKeeping(ctx.user, subject);
  if (!comesAs(subject, body.formato))
    throw invalid({ formato: `${upperFirst(subjectWord(subject))} não sai em ${body.formato}.` });
  if (!isTimeZone(body.ritmo.fuso)) throw invalid({ 'ritmo.fuso': 'Este fuso horário não existe.' });
  const name = plainText(body.nome).trim();
  await requireReceivers(ctx.db, body.destinatarios);
  return {
    name,
    parameters: await acceptedBy(ctx, subject, body.filtros),
    reportVersion: subject.of.version,
    nextRunAt: body.ativo ? nextRun(body.ritmo, ctx.now()) : null,
  };
}

/** A schedule of someone else's would be accepted and stop at its next round. */
async function requireOwner(tx: Tx, { ownerId }: ScheduleRecord, subject: Subject): Promise<void> {
  const obstacle = await ownerObstacle(tx, ownerId, subject);
  if (obstacle)
    throw refused(
      'ENVIO_SEM_DONO',
      `Este envio não pode ser ativado: ${obstacle} Agende outro no seu nome, ou salve este parado.`,
    );
}

async function requireRoom(tx: Tx, user: User): Promise<void> {
  const where = eq(reportSchedules.ownerId, user.id);
  if ((await countLocked(tx, reportSchedules, { where, of: user.id })) >= MAX_SCHEDULES)
    throw refused('MUITOS_ENVIOS', `Você já agendou ${MAX_SCHEDULES} envios. Exclua algum.`);
}

const lockedSchedule = (tx: Tx, ctx: Context, id: number, versao?: number): Promise<ScheduleRecord> =>
  scheduleRow.lock(tx, ctx, { id, versao, where: schedulesVisibleTo(ctx.user) });
