import { eq, sql } from 'drizzle-orm';
import type { roleRoutes } from '../../../contract/config/roles.ts';
import { grantsOf } from '../../../contract/permissions.ts';
import type { Input, Output } from '../../../contract/route.ts';
import {
  beyond,
  copyKey,
  type Grantable,
  grantDifference,
  heldBy,
  isGrantable,
  isStandardRole,
  moduleOf,
  standardOf,
} from '../../../contract/rules/access.ts';
import { audit } from '../../audit.ts';
import type { Context, User } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { people, roles } from '../../db/tables/index.ts';
import { invalid, notFound, refused } from '../../errors.ts';
import { withIdempotency } from '../../idempotency.ts';
import { plainText } from '../../plainText.ts';
import { signal } from '../../realtime/signal.ts';
import { requireVersion } from '../../requireVersion.ts';
import { lockAccess, requireAdministrators } from '../access.ts';
import { wrote } from '../simpleRest.ts';
import { obstacle, roleDetail } from './queries.ts';

type Create = typeof roleRoutes.create;
type Update = typeof roleRoutes.update;
type Remove = typeof roleRoutes.remove;
type RoleRow = typeof roles.$inferSelect;

const entity = (entityId: number) => ({ entity: 'roles', entityId });

export const createRole = ({ body }: Input<Create>, ctx: Context): Promise<Output<Create>> =>
  withIdempotency(ctx, 'roles.create', { body }, async (tx) => {
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
      after: { nome: name, copiaDe: model.name, permissoes: heldBy(model.grants) },
    });
    return wrote(role.id, 'Perfil criado.');
  });

export const updateRole = ({ params, body }: Input<Update>, ctx: Context): Promise<Output<Update>> =>
  ctx.db.transaction(async (tx) => {
    await lockAccess(tx);
    const before = await lockRole(tx, params.id);
    await requireVersion(tx, body.versao, {
      ...entity(before.id),
      version: before.version,
      name: 'este perfil',
      state: () => roleDetail(tx, ctx.user, before.id),
    });
    refuseBeyond(ctx.user, before);
    const name = await freeName(tx, body.nome, before.id);
    const demandsFactor = body.exigeSegundoFator ?? before.demandsFactor;
    const grants = grantsOf(readPermissions(body.permissoes));
    const difference = grantDifference(before.grants, grants);
    refuseGiving(ctx.user, difference.incluidas);
    refuseInternal(before.key, difference.incluidas);
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
    // Everybody who has it: connections that may not hear something any more are asked again.
    await signal(tx, { kind: 'sessions' });
    return wrote(before.id, 'Perfil salvo. Já vale para quem o tem.');
  });

export const removeRole = ({ params }: Input<Remove>, ctx: Context): Promise<Output<Remove>> =>
  ctx.db.transaction(async (tx) => {
    await lockAccess(tx);
    const before = await lockRole(tx, params.id);
    refuseBeyond(ctx.user, before);
    if (isStandardRole(before.key))
      throw refused('PERFIL_PADRAO', 'Este perfil vem com o console e não pode ser excluído.');
    const held = await tx.$count(people, eq(people.roleId, before.id));
    if (held > 0)
      throw refused(
        'PERFIL_EM_USO',
        `${held === 1 ? 'Uma pessoa tem' : `${held} pessoas têm`} este perfil, contando as desativadas. Dê outro a elas antes de excluir.`,
      );
    await tx.delete(roles).where(eq(roles.id, before.id));
    await audit(tx, ctx, { action: 'EXCLUIR', ...entity(before.id), before: { nome: before.name } });
    return wrote(before.id, 'Perfil excluído.');
  });

async function lockRole(tx: Tx, id: number): Promise<RoleRow> {
  const [row] = await tx.select().from(roles).where(eq(roles.id, id)).for('update');
  if (!row) throw notFound();
  return row;
}

async function freeName(tx: Tx, given: string, ownId?: number): Promise<string> {
  const name = plainText(given).trim();
  if (!name) throw invalid({ nome: 'Dê um nome ao perfil.' });
  const same = await tx
    .select({ id: roles.id })
    .from(roles)
    .where(sql`fold_text(${roles.name}) = fold_text(${name})`);
  if (same.some(({ id }) => id !== ownId)) throw invalid({ nome: 'Já há um perfil com este nome.' });
  return name;
}

/** An action brings its module along: alone it would allow nothing. */
function readPermissions(names: readonly string[]): Grantable[] {
  const unknown = names.find((name) => !isGrantable(name));
  if (unknown !== undefined) throw invalid({ permissoes: `A permissão "${unknown}" não existe.` });
  const known = names.filter(isGrantable);
  const alone = known.find((name) => !known.includes(moduleOf(name)));
  if (alone) throw invalid({ permissoes: `A permissão ${alone} depende do módulo ${moduleOf(alone)}.` });
  return known;
}

function refuseBeyond(user: User, role: RoleRow) {
  const reason = obstacle(user, role.grants);
  if (reason) throw refused('ALEM_DOS_SEUS_DIREITOS', reason);
}

function refuseGiving(user: User, given: readonly Grantable[]) {
  const more = beyond(grantsOf(given.flatMap((name) => [moduleOf(name), name])), user.grants);
  if (more.length > 0)
    throw refused('ALEM_DOS_SEUS_DIREITOS', `Você não pode dar o que não tem: ${more.join(', ')}.`, {
      permissoes: `Você não tem: ${more.join(', ')}.`,
    });
}

/** What only people of the company may ever do, whatever an administrator ticks. */
function refuseInternal(key: string, given: readonly Grantable[]) {
  if (standardOf(key) !== 'CONSUMIDOR_FINAL') return;
  const internal = given.filter((name) => INTERNAL.test(name));
  if (internal.length > 0)
    throw invalid({ permissoes: `Um consumidor final não pode ter: ${internal.join(', ')}.` });
}

const INTERNAL =
  /^(CONFIGURACAO|AUDITORIA|TICKETS_RESPONDER_INTERNO|TICKETS_LOTE|SAC_CLIENTE|SAC_RELATORIO|RELATORIOS_)/;
