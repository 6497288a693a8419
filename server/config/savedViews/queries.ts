import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { worksForCompany } from '#contract/catalogs/personType.ts';
import {
  type SavedView,
  VIEWED_LISTS,
  type ViewContent,
  type ViewedList,
} from '#contract/config/savedViews.ts';
import { allows, type Permission } from '#contract/permissions.ts';
import type { Context, User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { defaultViews, people, roles, roleViews, savedViews } from '../../db/tables/index.ts';
import { forbidden, notFound } from '../../errors.ts';

/** The user's own views first, then the team's, each by name; without a list, those of every list the user may open. */
export async function listViews({ db, user }: Context, list?: ViewedList): Promise<SavedView[]> {
  if (list) requireList(user, list);
  const lists = list ? [list] : VIEWED_LISTS.filter((each) => mayOpen(user, each));
  return shownViews(db, user, and(inArray(savedViews.list, [...lists]), visibleTo(user)));
}

export async function oneView({ db, user }: Context, id: number): Promise<SavedView> {
  const [view] = await shownViews(db, user, and(eq(savedViews.id, id), visibleTo(user)));
  if (!view || !mayOpen(user, view.lista)) throw notFound();
  return view;
}

/** Shared views are visible only to people who work on tickets for the company. */
export const visibleTo = (user: User): SQL | undefined =>
  or(eq(savedViews.ownerId, user.id), worksForCompany(user.type) ? savedViews.team.getSQL() : undefined);

/**
 * The views as this user sees them. The caller decides which ones that are: after a write, also one that the user can no longer
 * see, such as a colleague's that they have just stopped sharing.
 */
export async function shownViews(db: Executor, user: User, which: SQL | undefined): Promise<SavedView[]> {
  const own = db.select({ roleId: people.roleId }).from(people).where(eq(people.id, user.id));
  const rows = await db
    .select({
      ...{ view: savedViews, owner: owners.name, chosen: defaultViews.list, standard: defaultViews.viewId },
      ofRole: roleViews.viewId,
    })
    .from(savedViews)
    .innerJoin(owners, eq(owners.id, savedViews.ownerId))
    .leftJoin(defaultViews, and(eq(defaultViews.list, savedViews.list), eq(defaultViews.personId, user.id)))
    .leftJoin(roleViews, and(eq(roleViews.viewId, savedViews.id), inArray(roleViews.roleId, own)))
    .where(which)
    .orderBy(sql`${savedViews.team}`, sql`${savedViews.name} collate pt_br`, savedViews.id);
  const named = await rolesOf(
    db,
    user,
    rows.map(({ view }) => view.id),
  );
  return rows.map(({ view, owner, chosen, standard, ofRole }) => ({
    id: view.id,
    lista: view.list as ViewedList,
    nome: view.name,
    equipe: view.team,
    dono: { id: view.ownerId, nome: owner },
    podeAlterar: mayChangeView(user, view),
    // What the person chose, or that they want none, comes before what their role opens with.
    padrao: chosen === null ? ofRole !== null : standard === view.id,
    perfis: named.get(view.id) ?? [],
    conteudo: view.content as ViewContent,
    versao: view.version,
  }));
}

/** The roles that open their list with each view, told only to those who may change roles. */
async function rolesOf(
  db: Executor,
  user: User,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { id: number; nome: string }[]>> {
  const found = new Map<number, { id: number; nome: string }[]>();
  if (ids.length === 0 || !allows(user.grants, 'CONFIGURACAO_PERFIS')) return found;
  const rows = await db
    .select({ viewId: roleViews.viewId, id: roles.id, nome: roles.name })
    .from(roleViews)
    .innerJoin(roles, eq(roles.id, roleViews.roleId))
    .where(inArray(roleViews.viewId, [...ids]))
    .orderBy(sql`${roles.name} collate pt_br`, roles.id);
  for (const { viewId, ...role } of rows) found.set(viewId, [...(found.get(viewId) ?? []), role]);
  return found;
}

const owners = alias(people, 'owners');

/** More would not fit as tabs. */
export const MAX_VIEWS = 50;

const PERMISSION: Record<ViewedList, Permission> = {
  tickets: 'SAC_TICKETS',
  coletas: 'SAC_COLETAS',
  clientes: 'SAC_CLIENTE_PESQUISAR',
  agendas: 'AGENDA',
  orcamentos: 'ORCAMENTO',
  pedidos: 'PEDIDO',
};

const mayOpen = ({ grants }: Pick<User, 'grants'>, list: ViewedList): boolean =>
  allows(grants, PERMISSION[list]);

export function requireList(user: User, list: ViewedList): void {
  if (!mayOpen(user, list)) throw forbidden(PERMISSION[list]);
}

/** Shared views are maintained by users who may share; all others by their owner. */
export const mayChangeView = (user: Pick<User, 'id' | 'grants'>, view: { ownerId: number; team: boolean }) =>
  view.team ? allows(user.grants, 'VISOES_EQUIPE') : view.ownerId === user.id;
