import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { permissionName } from '#contract/catalogs/permissionNames.ts';
import { Role, type RoleSummary, roleRoutes } from '#contract/config/people/roles.ts';
import {
  allows,
  DEFAULT_GRANTS,
  grantsOf,
  ownPermissionParts,
  ownPermissions,
  ownTypesIn,
} from '#contract/permissions.ts';
import type { Input } from '#contract/route.ts';
import {
  copyKey,
  extraGrants,
  type Grantable,
  grantDifference,
  grantedBy,
  isGrantable,
  isKept,
  isStandardRole,
  moduleOf,
  standardOf,
} from '#contract/rules/access.ts';
import { upperFirst } from '#contract/rules/text.ts';
import type { Context, User } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { people, roles } from '../../db/tables/index.ts';
import { invalid, notFound, refused, ShownRecord } from '../../errors.ts';
import { signal } from '../../realtime/signal.ts';
import { customDefinitions } from '../../records/custom/queries.ts';
import { plainText } from '../../text/plainText.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { requireVersion } from '../../writing/requireVersion.ts';
import { lockAccess, requireAdministrators } from '../access.ts';
import { isNotServiceAccount } from '../people/queries.ts';
import { wrote } from '../simpleRest.ts';

type RoleRow = typeof roles.$inferSelect;

const entity = (entityId: number) => ({ entity: 'roles', entityId });

export const createRole = command(roleRoutes.create, writeNewRole);
export const updateRole = command(roleRoutes.update, writeRole);
export const removeRole = command(roleRoutes.remove, deleteRole);

/** Writes a copy of a role, within the transaction of its caller. */
export async function writeNewRole(
  tx: Tx,
  ctx: Context,
  { body }: Pick<Input<typeof roleRoutes.create>, 'body'>,
) {
  await lockAccess(tx);
  const name = await freeName(tx, body.nome);
  const [model] = await tx.select().from(roles).where(eq(roles.id, body.idPerfil));
  if (!model) throw invalid({ idPerfil: 'Perfil não encontrado.' });
  refuseBeyond(ctx.user, model);
  const keys = await tx.select({ key: roles.key }).from(roles);
  const key = copyKey(
    model.key,
    keys.map((each) => each.key),
  );
  const [role] = await tx
    .insert(roles)
    .values({ key, name, grants: model.grants, demandsFactor: model.demandsFactor })
    .returning();
  if (!role) throw new Error('the role was not written');
  await audit(tx, ctx, {
    action: 'CRIAR',
    ...entity(role.id),
    after: { nome: name, copiaDe: model.name, permissoes: grantedBy(model.grants) },
  });
  return wrote(role.id, 'Perfil criado.');
}

/** Writes a role with all its permissions, within the transaction of its caller. */
export async function writeRole(
  tx: Tx,
  ctx: Context,
  { params, body }: Pick<Input<typeof roleRoutes.update>, 'params' | 'body'>,
) {
  await lockAccess(tx);
  const before = await lockRole(tx, params.id);
  await requireVersion(tx, body.versao, {
    ...entity(before.id),
    version: before.version,
    name: 'este perfil',
    state: async () => new ShownRecord(await roleDetail(tx, ctx.user, before.id), Role),
  });
  refuseBeyond(ctx.user, before);
  const name = await freeName(tx, body.nome, before.id);
  const demandsFactor = body.exigeSegundoFator ?? before.demandsFactor;
  const types = await ownTypes(tx);
  const given = readPermissions(body.permissoes, types);
  const unshown = before.grants.filter(({ nome }) => !isShown(nome, types));
  const grants = [
    ...grantsOf(given, chosenTypes(before.grants, given, types)),
    // Types that are archived keep what was given, for when they come back.
    ...unshown,
  ];
  const difference = grantDifference(before.grants, grants);
  refuseGiving(ctx.user, difference.incluidas, types);
  refuseInternal(before.key, difference.incluidas, types);
  refuseLosing(before.key, difference.retiradas, types);
  await tx
    .update(roles)
    .set({ name, grants, demandsFactor, version: sql`${roles.version} + 1` })
    .where(eq(roles.id, before.id));
  await requireAdministrators(tx);
  await audit(tx, ctx, {
    action: 'ALTERAR',
    ...entity(before.id),
    before: { nome: before.name, exigeSegundoFator: before.demandsFactor },
    after: { nome: name, exigeSegundoFator: demandsFactor, ...difference },
  });
  // Makes the connections of everyone with this role recheck what they may receive.
  await signal(tx, { kind: 'sessions' });
  return wrote(before.id, 'Perfil salvo. Já vale para quem o tem.');
}

/** Deletes a role that nobody has, within the transaction of its caller. */
export async function deleteRole(
  tx: Tx,
  ctx: Context,
  { params }: Pick<Input<typeof roleRoutes.remove>, 'params'>,
) {
  await lockAccess(tx);
  const before = await lockRole(tx, params.id);
  refuseBeyond(ctx.user, before);
  if (isStandardRole(before.key))
    throw refused('PERFIL_PADRAO', 'Este perfil vem com o console e não pode ser excluído.');
  const holderCount = await tx.$count(people, eq(people.roleId, before.id));
  if (holderCount > 0)
    throw refused(
      'PERFIL_EM_USO',
      `${holderCount === 1 ? 'Uma pessoa tem' : `${holderCount} pessoas têm`} este perfil, contando as desativadas. Dê outro a elas antes de excluir.`,
    );
  await tx.delete(roles).where(eq(roles.id, before.id));
  await audit(tx, ctx, { action: 'EXCLUIR', ...entity(before.id), before: { nome: before.name } });
  return wrote(before.id, 'Perfil excluído.');
}

async function lockRole(tx: Tx, id: number): Promise<RoleRow> {
  const [row] = await tx.select().from(roles).where(eq(roles.id, id)).for('update');
  if (!row) throw notFound();
  return row;
}

async function freeName(tx: Tx, given: string, ownId?: number): Promise<string> {
  const name = plainText(given).trim();
  const same = await tx
    .select({ id: roles.id })
    .from(roles)
    .where(sql`fold_text(${roles.name}) = fold_text(${name})`);
  if (same.some(({ id }) => id !== ownId)) throw invalid({ nome: 'Já há um perfil com este nome.' });
  return name;
}

interface OwnType {
  chave: string;
  titulo: string;
}

/** The company's own types, by title: each has permissions of its own. */
const ownTypes = async (db: Executor): Promise<OwnType[]> =>
  (await customDefinitions(db)).map(({ content: { chave, titulo } }) => ({
    chave,
    titulo: upperFirst(titulo.muitos),
  }));

/**
 * The types about which a role says something of its own: it did before, or is given something else than what follows from its
 * permissions over all of them. Saving a role is no choice about types that nobody touched.
 */
function chosenTypes(
  before: RoleRow['grants'],
  given: readonly Grantable[],
  types: readonly OwnType[],
): string[] {
  const said = ownTypesIn(before.map(({ nome }) => nome));
  const following = grantsOf(given, []);
  const isOther = (name: Grantable) => given.includes(name) !== allows(following, name);
  return types
    .map(({ chave }) => chave)
    .filter((chave) => said.includes(chave) || ownPermissions(chave).some(isOther));
}

/** Whether a role's page shows a permission; of types that are not published it shows none. */
const isShown = (name: string, types: readonly OwnType[]): boolean => {
  const own = ownPermissionParts(name);
  return own === null || types.some(({ chave }) => chave === own.type);
};

/** As a role's page names them: 'Criar tickets, Responder'. */
function namesText(permissions: readonly Grantable[], types: readonly OwnType[]): string {
  const titles = new Map(types.map(({ chave, titulo }) => [chave, titulo]));
  return permissions.map((permission) => permissionName(permission, titles)).join(', ');
}

/** An action requires its module, without which it would allow nothing. */
function readPermissions(names: readonly string[], types: readonly OwnType[]): Grantable[] {
  const unknown = names.find((name) => !isGrantable(name) || !isShown(name, types));
  if (unknown !== undefined) throw invalid({ permissoes: `A permissão "${unknown}" não existe.` });
  const grantable = names.filter(isGrantable);
  const alone = grantable.find((name) => !grantable.includes(moduleOf(name)));
  if (alone)
    throw invalid({
      permissoes: `A permissão "${namesText([alone], types)}" depende do módulo "${namesText([moduleOf(alone)], types)}".`,
    });
  return grantable;
}

function refuseBeyond(user: User, role: RoleRow) {
  const reason = obstacle(user, role.grants);
  if (reason) throw refused('ALEM_DOS_SEUS_DIREITOS', reason);
}

function refuseGiving(user: User, given: readonly Grantable[], types: readonly OwnType[]) {
  const more = extraGrants(grantsOf(given.flatMap((name) => [moduleOf(name), name])), user.grants);
  if (more.length === 0) return;
  const names = namesText(more, types);
  throw refused('ALEM_DOS_SEUS_DIREITOS', `Você não pode dar o que não tem: ${names}.`, {
    permissoes: `Você não tem: ${names}.`,
  });
}

/** What an administrator could not give back is not taken from them. */
function refuseLosing(key: string, taken: readonly Grantable[], types: readonly OwnType[]) {
  const keptGrants = taken.filter((name) => isKept(key, name));
  if (keptGrants.length > 0)
    throw invalid({
      permissoes: `Administradores não perdem: ${namesText(keptGrants, types)}. Ninguém mais poderia dar de novo.`,
    });
}

/** Refuses permissions that only employees may have, whatever an administrator selects. */
function refuseInternal(key: string, given: readonly Grantable[], types: readonly OwnType[]) {
  const base = standardOf(key);
  if (base !== 'CONSUMIDOR_FINAL' && base !== 'REPRESENTANTE') return;
  const { who, internal } = INTERNAL[base];
  const refusedNames = given.filter((name) => internal.test(name));
  if (refusedNames.length > 0)
    throw invalid({ permissoes: `${who} não pode ter: ${namesText(refusedNames, types)}.` });
}

const INTERNAL = {
  CONSUMIDOR_FINAL: {
    who: 'Um consumidor final',
    internal:
      /^(CADASTRO:[^:]+:|CONFIGURACAO|AUDITORIA|TICKETS_RESPONDER_INTERNO|TICKETS_LOTE|SAC_CLIENTE|SAC_RELATORIO|RELATORIOS_)/,
  },
  REPRESENTANTE: { who: 'Um representante', internal: /^TICKETS_RESPONDER_INTERNO$/ },
};

/** Maximum number of people listed on a role's page. */
const MAX_NAMED = 50;

/** Excludes the rows that service keys act as. */
const isPerson = sql`p.cpf not like '%:%'`;

export const selectRoles = (db: Executor) =>
  db
    .select({
      role: roles,
      // Without a join the query's columns are written without their table, but here both tables have an id.
      people: sql<number>`(select count(*)::int from ${people} p where p.role_id = roles.id and ${isPerson})`,
      active: sql<number>`(select count(*)::int from ${people} p where p.role_id = roles.id and p.active and ${isPerson})`,
    })
    .from(roles);

type Row = Awaited<ReturnType<typeof selectRoles>>[number];

export function summaryOf({ role, people: pessoas, active: pessoasAtivas }: Row): RoleSummary {
  const base = standardOf(role.key);
  const difference = base
    ? grantDifference(grantsOf(DEFAULT_GRANTS[base]), role.grants)
    : { incluidas: grantedBy(role.grants), retiradas: [] };
  return {
    id: role.id,
    chave: role.key,
    nome: role.name,
    base,
    padrao: isStandardRole(role.key),
    exigeSegundoFator: role.demandsFactor,
    pessoas,
    pessoasAtivas,
    ...difference,
    versao: role.version,
  };
}

export async function roleDetail(db: Executor, user: User, id: number): Promise<Role | null> {
  const [[row], quem] = await Promise.all([
    selectRoles(db).where(eq(roles.id, id)),
    db
      .select({ id: people.id, nome: people.name, ativo: people.active })
      .from(people)
      .where(and(eq(people.roleId, id), isNotServiceAccount()))
      .orderBy(desc(people.active), asc(sql`${people.name} collate pt_br`), people.id)
      .limit(MAX_NAMED),
  ]);
  if (!row) return null;
  // Permissions that this version no longer has are left out, and new ones are not granted yet.
  const cadastros = await ownTypes(db);
  const keys = cadastros.map(({ chave }) => chave);
  const own = keys.flatMap(ownPermissions).filter((name) => allows(row.role.grants, name));
  const modulos = grantsOf([...grantedBy(row.role.grants), ...own], keys);
  return { ...summaryOf(row), modulos, cadastros, quem, impedimento: obstacle(user, row.role.grants) };
}

/** A user cannot change a role with more permissions than their own. */
function obstacle(user: User, grants: typeof roles.$inferSelect.grants): string | null {
  const more = extraGrants(grants, user.grants);
  return more.length > 0
    ? `Este perfil tem permissões que você não tem (${more.slice(0, 3).join(', ')}). Só quem as tem pode mudá-lo.`
    : null;
}
