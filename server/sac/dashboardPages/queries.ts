import { eq } from 'drizzle-orm';
import { allows } from '#contract/permissions.ts';
import type { DashboardDefinition } from '#contract/rules/dashboards/dashboard.ts';
import { type Published, publishedDefinitions } from '../../config/definitions/queries.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { people, roles } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';

export { blockResult } from './blockResult.ts';
export { initialFilters, requireKnown } from './filters.ts';
export { blockFor, maySeeSource } from './shownBlock.ts';

interface Asker {
  db: Executor;
  user: Pick<User, 'id' | 'grants' | 'type'>;
}

/** A dashboard that the person may see, and where else they find it. */
export interface OwnDashboard extends Published<DashboardDefinition> {
  isHome: boolean;
  isInMenu: boolean;
}

/**
 * The dashboards that the person may see, by title: those of their role and those of every role, and their home pages; whoever
 * writes reports sees all.
 * Each block is judged by itself besides.
 */
export async function ownDashboards(asker: Asker): Promise<OwnDashboard[]> {
  const { grants } = asker.user;
  if (!allows(grants, 'SAC_RELATORIO')) return [];
  const { all, role, home, standard } = await published(asker);
  const seesAll = allows(grants, 'CONFIGURACAO_RELATORIOS');
  return all
    .filter(
      ({ key, content: { perfis = [] } }) =>
        seesAll || perfis.length === 0 || perfis.includes(role) || key === home?.key || key === standard?.key,
    )
    .map((each) => ({
      ...each,
      isHome: each.key === home?.key,
      isInMenu: each.content.noMenuDe?.includes(role) === true,
    }))
    .sort((a, b) => a.content.titulo.localeCompare(b.content.titulo, 'pt-BR'));
}

/** The person's home page: that of their role, otherwise that of their kind; `usual` asks for the latter all the same. */
export async function homeDashboard(
  asker: Asker,
  usual = false,
): Promise<Published<DashboardDefinition> | null> {
  const { home, standard } = await published(asker);
  return (usual ? standard : home) ?? null;
}

async function published({ db, user }: Asker) {
  const [all, role] = await Promise.all([
    publishedDefinitions<DashboardDefinition>(db, 'dashboards'),
    roleKeyOf(db, user.id),
  ]);
  const standard = all.find(({ content }) => content.paginaPadraoDe?.includes(user.type));
  const own = all.find(({ content }) => content.paginaInicialDe?.includes(role));
  return { all, role, standard, home: own ?? standard };
}

/** One that the person may see; unknown, archived and those of other roles give the same error. */
export async function ownDashboard(ctx: Asker, key: string): Promise<OwnDashboard> {
  const found = (await ownDashboards(ctx)).find((each) => each.key === key);
  if (!found) throw notFound();
  return found;
}

async function roleKeyOf(db: Executor, personId: number): Promise<string> {
  const [row] = await db
    .select({ key: roles.key })
    .from(people)
    .innerJoin(roles, eq(roles.id, people.roleId))
    .where(eq(people.id, personId));
  return row?.key ?? '';
}
