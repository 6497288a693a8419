import { and, eq, inArray, ne } from 'drizzle-orm';
import { SavedView, savedViewRoutes, type ViewedList } from '#contract/config/savedViews.ts';
import { allows } from '#contract/permissions.ts';
import type { Input, Output } from '#contract/route.ts';
import type { Context, Reading } from '../../context.ts';
import { countLocked } from '../../db/advisoryLock.ts';
import type { Tx } from '../../db/client.ts';
import { defaultViews, roles, roleViews, savedViews } from '../../db/tables/index.ts';
import { forbidden, invalid, notFound, Refusal, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { plainTexts } from '../../text/plainText.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { rowOf } from '../../writing/row.ts';
import type { Facts } from '../../writing/rowFacts.ts';
import { simpleListOf, wrote } from '../simpleRest.ts';
import {
  listViews,
  MAX_VIEWS,
  mayChangeView,
  oneView,
  requireList,
  shownViews,
  visibleTo,
} from './queries.ts';

export const savedViewImplementation = implement(savedViewRoutes, {
  list: async ({ query }, ctx) =>
    simpleListOf(ctx, query, { name: 'visoes', record: SavedView }, await listViews(ctx, query.lista)),
  get: ({ params }, ctx) => oneView(ctx, params.idVisao),
  create: command(savedViewRoutes.create, createView),
  update: command(savedViewRoutes.update, updateView),
  remove: command(savedViewRoutes.remove, removeView),
  setRoles: command(savedViewRoutes.setRoles, setRoles),
  setDefault: command(savedViewRoutes.setDefault, setDefaultView),
});

const viewRow = rowOf(savedViews, {
  entity: 'saved_views',
  name: 'esta visão',
  words: {
    list: 'lista',
    ownerId: 'dono',
    name: 'nome',
    team: 'equipe',
    content: 'conteudo',
  },
  read: { schema: SavedView, of: shownView },
});

type Routes = typeof savedViewRoutes;
type ViewRecord = typeof savedViews.$inferSelect;

async function createView(
  tx: Tx,
  ctx: Context,
  { body }: Input<Routes['create']>,
): Promise<Output<Routes['create']>> {
  requireList(ctx.user, body.lista);
  const { lista, equipe, conteudo, nome } = plainTexts(body);
  if (equipe) requireTeam(ctx);
  const where = and(eq(savedViews.ownerId, ctx.user.id), eq(savedViews.list, lista));
  if ((await countLocked(tx, savedViews, { where, of: ctx.user.id })) >= MAX_VIEWS)
    throw refused('MUITAS_VISOES', `Você já tem ${MAX_VIEWS} visões desta lista. Exclua alguma.`);
  const name = await freeName(tx, { ownerId: ctx.user.id, list: lista, id: 0 }, nome);
  const set = { list: lista, ownerId: ctx.user.id, name, team: equipe, content: { ...conteudo } };
  const { id } = await viewRow.create(tx, ctx, { body, set });
  return shownView({ ...ctx, db: tx }, id);
}

async function updateView(tx: Tx, ctx: Context, { params: { idVisao }, body }: Input<Routes['update']>) {
  const { nome, equipe, conteudo, versao } = plainTexts(body);
  const view = await lockedView(tx, ctx, idVisao);
  await viewRow.requireVersion(tx, ctx, view, versao);
  if (equipe && !view.team) requireTeam(ctx);
  const set = {
    name: nome === undefined ? undefined : await freeName(tx, view, nome),
    team: equipe,
    content: conteudo && { ...conteudo },
  };
  await viewRow.change(tx, ctx, view, {
    body,
    set,
    ...(view.team && equipe === false && { facts: await withoutRoles(tx, view) }),
  });
  return shownView({ ...ctx, db: tx }, idVisao);
}

/** No role opens its list with a view that the others no longer see, also if it is shared again. */
async function withoutRoles(tx: Tx, view: ViewRecord): Promise<Facts> {
  const perfis = (await roleNames(tx, [view]))(view);
  if (perfis.length === 0) return {};
  await tx.delete(roleViews).where(eq(roleViews.viewId, view.id));
  return { before: { perfis }, after: { perfis: [] } };
}

async function removeView(tx: Tx, ctx: Context, { params }: Input<Routes['remove']>) {
  const view = await lockedView(tx, ctx, params.idVisao);
  await viewRow.remove(tx, ctx, view);
  return wrote(view.id, `Visão "${view.name}" excluída.`);
}

async function setDefaultView(
  tx: Tx,
  ctx: Context,
  { body: { lista, idVisao } }: Input<Routes['setDefault']>,
) {
  requireList(ctx.user, lista);
  const personId = ctx.user.id;
  if (idVisao !== null) {
    const named = and(eq(savedViews.id, idVisao), eq(savedViews.list, lista), visibleTo(ctx.user));
    const [view] = await shownViews(tx, ctx.user, named);
    if (!view) throw notFound();
  }
  // None is a choice too: the view of the person's role does not come back by itself.
  await tx
    .insert(defaultViews)
    .values({ personId, list: lista, viewId: idVisao })
    .onConflictDoUpdate({ target: [defaultViews.personId, defaultViews.list], set: { viewId: idVisao } });
  await audit(tx, ctx, {
    action: 'ALTERAR_PREFERENCIAS',
    entity: 'people',
    entityId: personId,
    after: { lista, visaoPadrao: idVisao },
  });
  return { data: { message: idVisao === null ? 'A lista abre sem visão.' : 'Visão padrão escolhida.' } };
}

/**
 * From now on the lists of these roles open with the view, and those of no others. A view that loses a role to it changes with
 * it, so that nobody who still sees the role there takes it back unasked.
 */
async function setRoles(
  tx: Tx,
  ctx: Context,
  { params: { idVisao }, body }: Input<Routes['setRoles']>,
): Promise<Output<Routes['setRoles']>> {
  const view = await lockedView(tx, ctx, idVisao);
  await viewRow.requireVersion(tx, ctx, view, body.versao);
  const perfis = [...new Set(body.perfis)];
  if (!view.team && perfis.length > 0)
    throw refused('VISAO_SO_SUA', 'Compartilhe a visão com a equipe antes: os outros ainda não a veem.');
  const named = perfis.length === 0 ? [] : await tx.select().from(roles).where(inArray(roles.id, perfis));
  if (named.length < perfis.length) throw invalid({ perfis: 'Um dos perfis não existe mais.' });
  const losing = await viewsOfRoles(tx, view, perfis);
  const touched = [view, ...losing];
  const before = await roleNames(tx, touched);
  await tx.delete(roleViews).where(eq(roleViews.viewId, view.id));
  for (const { id: roleId } of named)
    await tx
      .insert(roleViews)
      .values({ roleId, list: view.list, viewId: view.id })
      .onConflictDoUpdate({ target: [roleViews.roleId, roleViews.list], set: { viewId: view.id } });
  const after = await roleNames(tx, touched);
  for (const each of touched)
    await viewRow.change(tx, ctx, each, {
      facts: { before: { perfis: before(each) }, after: { perfis: after(each) } },
    });
  return {
    data: { message: perfis.length === 0 ? 'Nenhum perfil abre mais com ela.' : 'Padrão dos perfis salvo.' },
  };
}

/** The other views with which these roles open the list, locked until the transaction ends. */
async function viewsOfRoles(
  tx: Tx,
  { id, list }: ViewRecord,
  perfis: readonly number[],
): Promise<ViewRecord[]> {
  const otherViews = tx
    .select({ id: roleViews.viewId })
    .from(roleViews)
    .where(and(inArray(roleViews.roleId, [...perfis]), eq(roleViews.list, list), ne(roleViews.viewId, id)));
  return tx
    .select()
    .from(savedViews)
    .where(inArray(savedViews.id, otherViews))
    .orderBy(savedViews.id)
    .for('update');
}

/** The names of the roles that open their list with each view, as they are now. */
async function roleNames(tx: Tx, views: readonly ViewRecord[]) {
  const found = await tx
    .select({ viewId: roleViews.viewId, name: roles.name })
    .from(roleViews)
    .innerJoin(roles, eq(roles.id, roleViews.roleId))
    .where(
      inArray(
        roleViews.viewId,
        views.map(({ id }) => id),
      ),
    )
    .orderBy(roles.name, roles.id);
  return ({ id }: ViewRecord): string[] =>
    found.filter(({ viewId }) => viewId === id).map(({ name }) => name);
}

/** A view that the user cannot see is unknown; for one they may not change, the refusal says who can. */
async function lockedView(tx: Tx, ctx: Context, id: number): Promise<ViewRecord> {
  const { user } = ctx;
  const view = await viewRow.lock(tx, ctx, { id, where: visibleTo(user) });
  requireList(user, view.list as ViewedList);
  if (!mayChangeView(user, view))
    throw new Refusal(
      403,
      'VISAO_DA_EQUIPE',
      'Esta visão é da equipe: só a supervisão pode mudá-la. Salve uma cópia sua.',
    );
  return view;
}

function requireTeam({ user }: Context): void {
  if (!allows(user.grants, 'VISOES_EQUIPE')) throw forbidden('VISOES_EQUIPE');
}

/** Refuses a second tab with the same name, since they could not be told apart. */
async function freeName(
  tx: Tx,
  { ownerId, list, id }: Pick<ViewRecord, 'ownerId' | 'list' | 'id'>,
  text: string,
): Promise<string> {
  const name = text.trim();
  const [other] = await tx
    .select({ id: savedViews.id })
    .from(savedViews)
    .where(
      and(
        eq(savedViews.ownerId, ownerId),
        eq(savedViews.list, list),
        eq(savedViews.name, name),
        ne(savedViews.id, id),
      ),
    );
  if (other) throw invalid({ nome: 'Já há uma visão com este nome.' });
  return name;
}

async function shownView({ db, user }: Reading, id: number): Promise<SavedView> {
  const [view] = await shownViews(db, user, eq(savedViews.id, id));
  if (!view) throw notFound();
  return view;
}
