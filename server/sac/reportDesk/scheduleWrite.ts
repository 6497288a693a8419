import { and, eq } from 'drizzle-orm';
import type { Input, Output } from '#contract/route.ts';
import { isTimeZone, nextRun } from '#contract/rules/reports/rhythm.ts';
import { ReportSchedule, reportDeskRoutes } from '#contract/sac/reports/reportDesk.ts';
import { wrote } from '../../config/simpleRest.ts';
import type { Context, Reading, User } from '../../context.ts';
import { countLocked } from '../../db/advisoryLock.ts';
import type { Tx } from '../../db/client.ts';
import { reportSchedules } from '../../db/tables/index.ts';
import { forbidden, invalid, notFound, refused, shownBy } from '../../errors.ts';
import { plainText } from '../../text/plainText.ts';
import { audit, auditedRow } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { requireVersion } from '../../writing/requireVersion.ts';
import { mayKeepFile, type PublishedReport, reportFor } from '../reports/queries.ts';
import { acceptedValues } from './acceptedValues.ts';
import { oneSchedule, ownerObstacle, requireReceivers, schedulesVisibleTo } from './scheduleQueries.ts';

const audited = auditedRow(reportSchedules, {
  words: {
    reportKey: 'relatorio',
    reportVersion: 'versaoRelatorio',
    ownerId: 'dono',
    name: 'nome',
    format: 'formato',
    rhythm: 'ritmo',
    receivers: 'destinatarios',
    active: 'ativo',
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
});

type Routes = typeof reportDeskRoutes;
type ScheduleRecord = typeof reportSchedules.$inferSelect;
type Body = Omit<Input<Routes['updateSchedule']>['body'], 'versao'>;

const MAX_SCHEDULES = 50;

export const createSchedule = command(reportDeskRoutes.createSchedule, async (tx, ctx, { body }) => {
  const within = { ...ctx, db: tx };
  const report = await reportFor(within, body.relatorio);
  const columns = await writtenColumns(within, report, body);
  await requireRoom(tx, ctx.user);
  const [schedule] = await tx
    .insert(reportSchedules)
    .values({
      ...columns,
      reportKey: report.key,
      ownerId: ctx.user.id,
      createdAt: ctx.now(),
    })
    .returning();
  if (!schedule) throw new Error('a schedule was not written');
  await audit(tx, ctx, {
    action: 'CRIAR',
    entity: 'report_schedules',
    entityId: schedule.id,
    after: audited(schedule),
  });
  return oneSchedule(tx, ctx.user, schedule.id);
});

export async function updateSchedule(
  { params, body }: Input<Routes['updateSchedule']>,
  ctx: Context,
): Promise<Output<Routes['updateSchedule']>> {
  const { versao, ...given } = body;
  return ctx.db.transaction(async (tx) => {
    const schedule = await lockedSchedule(tx, ctx.user, params.id);
    await requireVersion(tx, versao, {
      entity: 'report_schedules',
      entityId: schedule.id,
      version: schedule.version,
      name: 'este envio',
      state: async () => shownBy(ReportSchedule, await oneSchedule(tx, ctx.user, schedule.id)),
    });
    const within = { ...ctx, db: tx };
    const report = await reportFor(within, schedule.reportKey);
    if (given.ativo) await requireOwner(tx, schedule, report);
    const [changed] = await tx
      .update(reportSchedules)
      .set({ ...(await writtenColumns(within, report, given)), lastError: '', version: schedule.version + 1 })
      .where(eq(reportSchedules.id, schedule.id))
      .returning();
    if (!changed) throw notFound();
    await audit(tx, ctx, {
      action: 'ALTERAR',
      entity: 'report_schedules',
      entityId: schedule.id,
      ...audited.change(schedule, changed),
    });
    return oneSchedule(tx, ctx.user, schedule.id);
  });
}

export function removeSchedule(
  { params }: Input<Routes['removeSchedule']>,
  ctx: Context,
): Promise<Output<Routes['removeSchedule']>> {
  return ctx.db.transaction(async (tx) => {
    const schedule = await lockedSchedule(tx, ctx.user, params.id);
    await tx.delete(reportSchedules).where(eq(reportSchedules.id, schedule.id));
    await audit(tx, ctx, {
      action: 'EXCLUIR',
      entity: 'report_schedules',
      entityId: schedule.id,
      before: audited(schedule),
    });
    return wrote(schedule.id, `Envio "${schedule.name}" excluído.`);
  });
}

async function writtenColumns(ctx: Reading, report: PublishedReport, body: Body) {
  if (!mayKeepFile(ctx, report)) throw forbidden(report.content.permissoes.exportar);
  if (!report.content.saidas.includes(body.formato))
    throw invalid({ formato: `Este relatório não sai em ${body.formato}.` });
  if (!isTimeZone(body.ritmo.fuso)) throw invalid({ 'ritmo.fuso': 'Este fuso horário não existe.' });
  const name = plainText(body.nome).trim();
  if (!name) throw invalid({ nome: 'Dê um nome ao envio.' });
  await requireReceivers(ctx.db, body.destinatarios);
  const now = ctx.now();
  return {
    name,
    parameters: await acceptedValues(ctx, report, body.filtros),
    reportVersion: report.version,
    format: body.formato,
    rhythm: body.ritmo,
    receivers: body.destinatarios,
    active: body.ativo,
    nextRunAt: body.ativo ? nextRun(body.ritmo, now) : null,
    updatedAt: now,
  };
}

/** A schedule of someone else's would be accepted and stop at its next round. */
async function requireOwner(tx: Tx, { ownerId }: ScheduleRecord, report: PublishedReport): Promise<void> {
  const obstacle = await ownerObstacle(tx, ownerId, report);
  if (obstacle)
    throw refused(
      'ENVIO_SEM_DONO',
      `Este envio não pode ser ativado: ${obstacle} Agende outro no seu nome, ou guarde este parado.`,
    );
}

async function requireRoom(tx: Tx, user: User): Promise<void> {
  const where = eq(reportSchedules.ownerId, user.id);
  if ((await countLocked(tx, reportSchedules, { where, of: user.id })) >= MAX_SCHEDULES)
    throw refused('MUITOS_ENVIOS', `Você já agendou ${MAX_SCHEDULES} envios. Exclua algum.`);
}

async function lockedSchedule(tx: Tx, user: User, id: number): Promise<ScheduleRecord> {
  const [schedule] = await tx
    .select()
    .from(reportSchedules)
    .where(and(eq(reportSchedules.id, id), schedulesVisibleTo(user)))
    .for('update');
  if (!schedule) throw notFound();
  return schedule;
}
