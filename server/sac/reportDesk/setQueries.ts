import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { worksForCompany } from '../../../contract/catalogs/personType.ts';
import { allows } from '../../../contract/permissions.ts';
import { sameQuestions } from '../../../contract/rules/reports/parameterValues.ts';
import type { ReportDefinition } from '../../../contract/rules/reports/report.ts';
import type { ReportSet } from '../../../contract/sac/reportDesk.ts';
import { definitionVersion } from '../../config/definitions/queries.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { people, reportSets } from '../../db/tables/index.ts';
import type { PublishedReport } from '../reports/queries.ts';

/** Own ones, and for those who work for the company those of the team. */
export const setsVisibleTo = (user: User): SQL | undefined =>
  or(eq(reportSets.ownerId, user.id), worksForCompany(user.type) ? reportSets.team.getSQL() : undefined);

export const mayChangeSet = (user: User, set: { ownerId: number; team: boolean }): boolean =>
  set.team
    ? allows(user.grants, 'VISOES_EQUIPE') || allows(user.grants, 'CONFIGURACAO_RELATORIOS')
    : set.ownerId === user.id;

/** Own ones first, then those of the team, each by name. */
export async function shownSets(
  db: Executor,
  user: User,
  report: PublishedReport,
  which?: SQL,
): Promise<ReportSet[]> {
  const rows = await db
    .select({ set: reportSets, owner: people.name })
    .from(reportSets)
    .innerJoin(people, eq(people.id, reportSets.ownerId))
    .where(and(eq(reportSets.reportKey, report.key), which, setsVisibleTo(user)))
    .orderBy(sql`${reportSets.ownerId} <> ${user.id}`, sql`${reportSets.name} collate pt_br`, reportSets.id);
  const outdated = await outdatedVersions(
    db,
    report,
    rows.map(({ set }) => set),
  );
  return rows.map(({ set, owner }) => ({
    id: set.id,
    nome: set.name,
    equipe: set.team,
    minha: set.ownerId === user.id,
    podeAlterar: mayChangeSet(user, set),
    dono: { id: set.ownerId, nome: owner },
    filtros: set.parameters,
    desatualizada: outdated.has(set.reportVersion),
    versao: set.version,
  }));
}

interface Kept {
  reportVersion: number;
}

/** Of what was kept for older versions of the report: for which of them it asked other questions than now. */
export async function outdatedVersions(
  db: Executor,
  report: PublishedReport,
  kept: readonly Kept[],
): Promise<ReadonlySet<number>> {
  const older = new Set(kept.map(({ reportVersion }) => reportVersion));
  older.delete(report.version);
  const changed = new Set<number>();
  for (const version of older) {
    const then = await definitionVersion<ReportDefinition>(db, 'reports', report.key, version);
    const same = then && sameQuestions(then.content.parametros.schema, report.content.parametros.schema);
    if (!same) changed.add(version);
  }
  return changed;
}
