import { and, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { allows } from '#contract/permissions.ts';
import type { ReportSchedule } from '#contract/sac/reports/reportDesk.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { containing } from '../../db/conditions.ts';
import { people, reportSchedules, roles } from '../../db/tables/index.ts';
import { invalid, notFound } from '../../errors.ts';
import { personById } from '../../session/currentUser.ts';
import { ownDashboards } from '../dashboardPages/queries.ts';
import { visibleReports } from '../reports/queries.ts';
import { isOutdated, mayReceive, type Subject, subjectWord } from './subject.ts';

/**
 * The person's own schedules; report administrators see everyone's. Schedules of a report or dashboard that the user cannot see
 * are hidden.
 */
export const schedulesVisibleTo = (user: User): SQL | undefined =>
  allows(user.grants, 'CONFIGURACAO_RELATORIOS') ? undefined : eq(reportSchedules.ownerId, user.id);

/** Ordered by the next run; inactive schedules come last. */
export async function shownSchedules(db: Executor, user: User, which?: SQL): Promise<ReportSchedule[]> {
  const reports = new Map((await visibleReports({ db, user })).map((report) => [report.key, report]));
  const dashboards = new Map((await ownDashboards({ db, user })).map((one) => [one.key, one]));
  const rows = await db
    .select({ schedule: reportSchedules, owner: people.name })
    .from(reportSchedules)
    .innerJoin(people, eq(people.id, reportSchedules.ownerId))
    .where(
      and(
        which,
        or(
          inArray(reportSchedules.reportKey, [...reports.keys()]),
          inArray(reportSchedules.dashboardKey, [...dashboards.keys()]),
        ),
        schedulesVisibleTo(user),
      ),
    )
    .orderBy(
      sql`${reportSchedules.active} desc, ${reportSchedules.nextRunAt} nulls last, ${reportSchedules.id}`,
    );
  const names = await namesOf(
    db,
    rows.flatMap(({ schedule }) => schedule.receivers),
  );
  const shown: ReportSchedule[] = [];
  for (const { schedule, owner } of rows) {
    const report = reports.get(schedule.reportKey ?? '');
    const dashboard = dashboards.get(schedule.dashboardKey ?? '');
    const subject: Subject | undefined = report
      ? { kind: 'reports', of: report }
      : dashboard && { kind: 'dashboards', of: dashboard };
    if (!subject) continue;
    shown.push({
      id: schedule.id,
      relatorio: schedule.reportKey,
      painel: schedule.dashboardKey,
      titulo: subject.of.content.titulo,
      nome: schedule.name,
      filtros: schedule.parameters,
      formato: schedule.format,
      ritmo: schedule.rhythm,
      destinatarios: schedule.receivers.map((id) => ({ id, nome: names.get(id) ?? `Pessoa ${id}` })),
      dono: { id: schedule.ownerId, nome: owner },
      ativo: schedule.active,
      soComLinhas: schedule.onlyWithRows,
      desatualizado: await isOutdated(db, subject, schedule.reportVersion),
      proxima: schedule.nextRunAt?.toISOString() ?? null,
      ultima: schedule.lastRunAt?.toISOString() ?? null,
      erro: schedule.lastError,
      versao: schedule.version,
    });
  }
  return shown;
}

export async function oneSchedule(db: Executor, user: User, id: number): Promise<ReportSchedule> {
  const [schedule] = await shownSchedules(db, user, eq(reportSchedules.id, id));
  if (!schedule) throw notFound();
  return schedule;
}

async function namesOf(db: Executor, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(inArray(people.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const MAX_SHOWN = 30;

/** People who can receive report files: able to sign in, not an end consumer, and allowed to export reports. */
export async function findReceivers(db: Executor, term = ''): Promise<{ id: number; nome: string }[]> {
  const words = term.trim();
  return db
    .select({ id: people.id, nome: people.name })
    .from(people)
    .where(
      and(
        eq(people.active, true),
        ne(people.email, ''),
        ne(people.type, 'CONSUMIDOR_FINAL'),
        inArray(people.roleId, await exportingRoles(db)),
        words ? sql`fold_text(${people.name}) like ${containing(words)}` : undefined,
      ),
    )
    .orderBy(sql`${people.name} collate pt_br`, people.id)
    .limit(MAX_SHOWN);
}

const RECEIVING = ['SAC_RELATORIO', 'RELATORIOS_EXPORTAR', 'DADOS_PESSOAIS'] as const;

async function exportingRoles(db: Executor): Promise<number[]> {
  const all = await db.select({ id: roles.id, grants: roles.grants }).from(roles);
  return all
    .filter(({ grants }) => RECEIVING.every((permission) => allows(grants, permission)))
    .map(({ id }) => id);
}

/** Refuses a list with anyone who may not receive reports; what each receiver may see is checked on delivery. */
export async function requireReceivers(db: Executor, ids: readonly number[]): Promise<void> {
  const found = await db
    .select({ id: people.id })
    .from(people)
    .where(
      and(
        inArray(people.id, [...ids]),
        eq(people.active, true),
        ne(people.email, ''),
        ne(people.type, 'CONSUMIDOR_FINAL'),
        inArray(people.roleId, await exportingRoles(db)),
      ),
    );
  if (found.length < ids.length)
    throw invalid({
      destinatarios: 'Alguém desta lista não pode receber relatórios. Retire e escolha de novo.',
    });
}

/** Why a schedule cannot be sent in its owner's name, since they are gone or lost a permission; null if it can. */
export async function ownerObstacle(db: Executor, ownerId: number, subject: Subject): Promise<string | null> {
  const user = await personById(db, ownerId);
  if (!user) return 'quem agendou não usa mais o sistema.';
  if ((await mayReceive({ db, user }, subject)) && allows(user.grants, 'RELATORIOS_AGENDAR')) return null;
  return `quem agendou não tem mais acesso a ${subjectWord(subject)} ou a envios agendados.`;
}
