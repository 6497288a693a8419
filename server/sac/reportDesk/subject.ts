import { allows } from '#contract/permissions.ts';
import { filterParameters } from '#contract/rules/dashboards/commonFilters.ts';
import type { DashboardDefinition } from '#contract/rules/dashboards/dashboard.ts';
import { formOfParameters, type ParameterForm } from '#contract/rules/reports/parameterSchema.ts';
import { sameQuestions } from '#contract/rules/reports/parameterValues.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { definitionVersion, type Published, publishedDefinition } from '../../config/definitions/queries.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import type { reportSchedules } from '../../db/tables/index.ts';
import { forbidden } from '../../errors.ts';
import { seesPersonal } from '../../session/personalData.ts';
import { ownDashboard, ownDashboards, requireKnown } from '../dashboardPages/queries.ts';
import { mayKeepFile, maySee, type PublishedReport, reportFor } from '../reports/queries.ts';
import { acceptedFilters, acceptedValues, type Values } from './acceptedValues.ts';
import { outdatedVersions } from './sets.ts';

/** What a schedule sends: a report, or a dashboard as PDF. */
export type Subject =
  | { kind: 'reports'; of: PublishedReport }
  | { kind: 'dashboards'; of: Published<DashboardDefinition> };

export type SubjectKeys = Pick<typeof reportSchedules.$inferSelect, 'reportKey' | 'dashboardKey'>;
type Asker = { db: Executor; user: User };

/** `null` if it is archived or was never published. */
export async function publishedSubject(db: Executor, keys: SubjectKeys): Promise<Subject | null> {
  if (keys.dashboardKey !== null) {
    const of = await publishedDefinition<DashboardDefinition>(db, 'dashboards', keys.dashboardKey);
    return of && { kind: 'dashboards', of };
  }
  const of = await publishedDefinition<ReportDefinition>(db, 'reports', keys.reportKey ?? '');
  return of && { kind: 'reports', of };
}

/** One that the person may see; unknown, archived and forbidden ones give the same error. */
export const subjectFor = async (ctx: Asker, { reportKey, dashboardKey }: SubjectKeys): Promise<Subject> =>
  dashboardKey === null
    ? { kind: 'reports', of: await reportFor(ctx, reportKey ?? '') }
    : { kind: 'dashboards', of: await ownDashboard(ctx, dashboardKey) };

export const keysOf = ({ kind, of }: Subject): SubjectKeys =>
  kind === 'reports' ? { reportKey: of.key, dashboardKey: null } : { reportKey: null, dashboardKey: of.key };

/** Named in a sentence. */
export const subjectWord = ({ kind }: Pick<Subject, 'kind'>): string =>
  kind === 'reports' ? 'este relatório' : 'este painel';

/** The filters that it asks for. */
export const subjectForm = (subject: Subject): ParameterForm =>
  subject.kind === 'reports' ? subject.of.content.parametros : dashboardForm(subject.of.content);

const dashboardForm = ({ filtros = [] }: DashboardDefinition): ParameterForm =>
  formOfParameters(filterParameters(filtros));

export const comesAs = (subject: Subject, format: string): boolean =>
  subject.kind === 'reports' ? subject.of.content.saidas.some((each) => each === format) : format === 'PDF';

/** A stored file stays as it is, so that masks would have to be those of whenever it is opened. */
const mayKeepDashboards = (user: User) => seesPersonal(user) && allows(user.grants, 'RELATORIOS_EXPORTAR');

/** Whether the person may see it, and keep a file of it. */
export async function mayReceive({ db, user }: Asker, { kind, of }: Subject): Promise<boolean> {
  if (kind === 'reports') return maySee({ user }, of) && mayKeepFile({ user }, of);
  return mayKeepDashboards(user) && (await ownDashboards({ db, user })).some(({ key }) => key === of.key);
}

/** Of one that the person sees. */
export function requireKeeping(user: User, { kind, of }: Subject): void {
  if (kind === 'reports' ? mayKeepFile({ user }, of) : mayKeepDashboards(user)) return;
  throw forbidden(kind === 'reports' ? of.content.permissoes.exportar : 'RELATORIOS_EXPORTAR');
}

/** The filters if it accepts them; otherwise refuses, naming the fields. Relative dates are kept as they are. */
export async function acceptedBy(
  ctx: Parameters<typeof acceptedValues>[0],
  subject: Subject,
  given: Values,
): Promise<Values> {
  if (subject.kind === 'reports') return acceptedValues(ctx, subject.of, given);
  requireKnown(
    given,
    (subject.of.content.filtros ?? []).map(({ filtro }) => filtro),
  );
  return acceptedFilters(ctx, { form: subjectForm(subject) }, given);
}

/** Whether it asks for other filters than the version that they were chosen for. */
export async function isOutdated(db: Executor, subject: Subject, version: number): Promise<boolean> {
  const { kind, of } = subject;
  if (version === of.version) return false;
  if (kind === 'reports') return (await outdatedVersions(db, of, [{ reportVersion: version }])).size > 0;
  const then = await definitionVersion<DashboardDefinition>(db, 'dashboards', of.key, version);
  return !then || !sameQuestions(dashboardForm(then.content).schema, subjectForm(subject).schema);
}
