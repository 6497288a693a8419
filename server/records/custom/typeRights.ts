import { asc, eq, sql } from 'drizzle-orm';
import {
  allows,
  grantsOf,
  type ModuleGrant,
  type OwnPermission,
  ownPermissionParts,
} from '#contract/permissions.ts';
import { type CustomTypeDefinition, customRecordType } from '#contract/records/customType.ts';
import { ownRecordPermissions } from '#contract/records/fields/recordField.ts';
import {
  givableVerbs,
  proposedVerbs,
  RECORD_VERBS,
  type RecordVerb,
  withReading,
} from '#contract/records/recordRights.ts';
import { type GivenRights, typeRightRoutes } from '#contract/records/routes/typeRights.ts';
import type { Input, Output } from '#contract/route.ts';
import { extraGrants, grantDifference, standardOf } from '#contract/rules/access.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import type { Context, User } from '../../context.ts';
import { LOCKS, lockUntilCommit } from '../../db/advisoryLock.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { definitions, definitionVersions, people, roles } from '../../db/tables/index.ts';
import { forbidden, invalid, notFound, Refusal, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { signal } from '../../realtime/signal.ts';
import { requireProof } from '../../session/currentUser.ts';
import { audit } from '../../writing/audit.ts';

type Get = typeof typeRightRoutes.get;
type RoleRow = typeof roles.$inferSelect;

export const typeRightImplementation = implement(typeRightRoutes, { get: typeRights });

/** Each role with what it may do after the draft is published, or with what is proposed for the first publication. */
async function typeRights({ params }: Input<Get>, { db, user }: Context): Promise<Output<Get>> {
  const { published, draft } = await storedType(db, params.chave);
  const content = draft ?? published;
  if (!content) throw notFound();
  const first = published === null;
  const mayChoose = first || allows(user.grants, 'CONFIGURACAO_PERFIS');
  const rows = await db
    .select({
      role: roles,
      active: sql<number>`(select count(*)::int from ${people} p where p.role_id = roles.id and p.active)`,
    })
    .from(roles)
    .orderBy(asc(roles.id));
  const perfis = rows.map(({ role, active }) => {
    const isAdministrator = standardOf(role.key) === 'ADMIN';
    const open = givableVerbs(standardOf(role.key), content.escopo);
    const verbs = first ? chosenFor(role, content) : heldVerbs(role.grants, mayChoose ? published : content);
    return {
      id: role.id,
      nome: role.name,
      pessoas: active,
      // Nobody keeps what the draft closes to them.
      verbos: verbs.filter((verb) => isAdministrator || open.includes(verb)),
      aEscolher: mayChoose && !isAdministrator ? open.filter((verb) => !content.permissoes?.[verb]) : [],
    };
  });
  const obstacle = first ? null : otherPermissions(user, published, content);
  return {
    data: { primeira: first, podeMudar: mayChoose, impedimento: obstacle?.message ?? null, perfis },
  };
}

async function storedType(db: Executor, key: string) {
  const [row] = await db
    .select({ draft: definitions.draft, content: definitionVersions.content })
    .from(definitions)
    .leftJoin(
      definitionVersions,
      sql`${definitionVersions.kind} = ${definitions.kind} and ${definitionVersions.key} = ${definitions.key}
        and ${definitionVersions.version} = ${definitions.publishedVersion}`,
    )
    .where(sql`${definitions.kind} = 'records' and ${definitions.key} = ${key}`);
  if (!row) throw notFound();
  return {
    draft: row.draft && contentOf('records', row.draft),
    published: row.content && contentOf('records', row.content),
  };
}

/** What the file says of a role, or else what is proposed. */
const chosenFor = (
  { key, grants }: RoleRow,
  { direitos, escopo = [] }: CustomTypeDefinition,
): RecordVerb[] => {
  const base = standardOf(key);
  if (base === 'ADMIN') return [...RECORD_VERBS];
  if (!direitos) return proposedVerbs({ base, grants }, escopo);
  const open = givableVerbs(base, escopo);
  return withReading((direitos[key] ?? []).filter((verb) => open.includes(verb)));
};

/** What a role may do by a type as it is: also of one that leaves the permissions of the console for its own. */
function heldVerbs(grants: readonly ModuleGrant[], type: CustomTypeDefinition): RecordVerb[] {
  const { permissoes } = customRecordType(type);
  return RECORD_VERBS.filter((verb) => allows(grants, permissoes[verb]));
}

/**
 * Why somebody may not publish other permissions than those of the published type: naming another permission gives and takes
 * rights as the page of a role does, so it needs what that page needs.
 */
function otherPermissions(
  user: User,
  before: CustomTypeDefinition,
  after: CustomTypeDefinition,
): Refusal | null {
  const changed = changedVerbs(before, after);
  if (changed.length === 0) return null;
  if (!allows(user.grants, 'CONFIGURACAO_PERFIS'))
    return new Refusal(
      403,
      'SEM_PERMISSAO',
      'O rascunho muda as permissões de um cadastro publicado. Só quem também muda perfis pode publicá-lo.',
    );
  const permissions = customRecordType(before).permissoes;
  const missing = changed.filter((verb) => !allows(user.grants, permissions[verb]));
  return missing.length > 0
    ? refused(
        'ALEM_DOS_SEUS_DIREITOS',
        `O rascunho muda permissões que você não tem: ${missing.map((verb) => permissions[verb]).join(', ')}.`,
      )
    : null;
}

const changedVerbs = (before: CustomTypeDefinition, after: CustomTypeDefinition): RecordVerb[] => {
  const [held, next] = [customRecordType(before).permissoes, customRecordType(after).permissoes];
  return RECORD_VERBS.filter((verb) => held[verb] !== next[verb]);
};

export function requireRights(
  { user, now }: Pick<Context, 'user' | 'now'>,
  before: CustomTypeDefinition,
  after: CustomTypeDefinition,
): void {
  const obstacle = otherPermissions(user, before, after);
  if (obstacle) throw obstacle;
  if (changedVerbs(before, after).length > 0) requireProof(user, now());
}

/**
 * Writes what the publisher chose into the roles. Whoever publishes a new type chooses freely, because it has no records yet;
 * afterwards this changes roles and needs what their page needs. Administrators keep everything.
 */
export async function giveRights(
  tx: Tx,
  ctx: Context,
  content: CustomTypeDefinition,
  { rights, first }: { rights: readonly GivenRights[]; first: boolean },
): Promise<void> {
  if (!first && !allows(ctx.user.grants, 'CONFIGURACAO_PERFIS')) throw forbidden('CONFIGURACAO_PERFIS');
  const chosen = new Map(rights.map(({ idPerfil, verbos }) => [idPerfil, verbos]));
  const changes = await writeRights(tx, ctx, content, (role) => {
    const base = standardOf(role.key);
    const verbs = withReading(chosen.get(role.id) ?? []);
    if (base === 'ADMIN') return RECORD_VERBS;
    const open = givableVerbs(base, content.escopo);
    const beyond = verbs.find((verb) => !open.includes(verb));
    if (beyond)
      throw invalid({
        direitos: `O cadastro não é aberto a quem tem o perfil ${role.name}. Mude antes quem vê os registros.`,
      });
    return verbs;
  });
  const given = changes.flatMap(({ added }) => added);
  if (first || given.length === 0) return;
  requireProof(ctx.user, ctx.now());
  const more = extraGrants(grantsOf([`CADASTRO:${content.chave}`, ...given]), ctx.user.grants);
  if (more.length > 0)
    throw refused('ALEM_DOS_SEUS_DIREITOS', `Você não pode dar o que não tem: ${more.join(', ')}.`);
}

/** The rights that a file gives with its first version. */
export async function giveFileRights(tx: Tx, content: CustomTypeDefinition): Promise<void> {
  const { rows } = await tx.execute<{ now: string }>(sql`select now() as now`);
  const now = new Date(rows[0]?.now ?? 0);
  const author = { user: null, ip: '', requestId: 'definitions', now: () => now };
  await writeRights(tx, author, content, (role) => chosenFor(role, content));
}

type Author = Parameters<typeof audit>[1];

async function writeRights(
  tx: Tx,
  ctx: Author,
  { chave }: CustomTypeDefinition,
  verbsOf: (role: RoleRow) => readonly RecordVerb[],
): Promise<{ added: OwnPermission[] }[]> {
  await lockUntilCommit(tx, LOCKS.access);
  const own = ownRecordPermissions(chave);
  const changes: { added: OwnPermission[] }[] = [];
  for (const role of await tx.select().from(roles).orderBy(asc(roles.id)).for('update')) {
    const verbs = verbsOf(role);
    const entry = grantsOf(
      verbs.map((verb) => own[verb]),
      [chave],
    ).filter(({ nome }) => nome === own.ler);
    const grants = [...role.grants.filter(({ nome }) => nome !== own.ler), ...entry];
    const difference = grantDifference(role.grants, grants);
    // What administrators keep is not given by anybody.
    if (standardOf(role.key) !== 'ADMIN') changes.push({ added: difference.incluidas.filter(isOwn) });
    if (JSON.stringify(grants) === JSON.stringify(role.grants)) continue;
    await tx
      .update(roles)
      .set({ grants, version: sql`${roles.version} + 1` })
      .where(eq(roles.id, role.id));
    if (difference.incluidas.length + difference.retiradas.length === 0) continue;
    await audit(tx, ctx, { action: 'ALTERAR', entity: 'roles', entityId: role.id, after: { ...difference } });
  }
  // Makes everybody's connections recheck what they may receive.
  await signal(tx, { kind: 'sessions' });
  return changes;
}

const isOwn = (name: string): name is OwnPermission => ownPermissionParts(name) !== null;
