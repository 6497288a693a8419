import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { worksForCompany } from '../../../contract/catalogs/personType.ts';
import { allows } from '../../../contract/permissions.ts';
import type { ReportSet } from '../../../contract/sac/reportDesk.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { people, reportSets } from '../../db/tables/index.ts';
import type { PublishedReport } from '../reports/queries.ts';
import { outdatedVersions } from './outdated.ts';

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
