import { eq, sql } from 'drizzle-orm';
import { CustomerGroup, customerGroupRoutes } from '#contract/callcenter/customers/customerGroups.ts';
import { type GroupedCustomer, groupObstacle } from '#contract/rules/customers/customerGroup.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { amongIds } from '../../db/conditions.ts';
import { customerGroupMembers, customerGroups, customers } from '../../db/tables/index.ts';
import { invalid, notFound, refused, shownBy } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { logCustomer, logCustomers } from '../../sac/customers/commands.ts';
import { type CustomerRow, leadingVisible } from '../../sac/customers/queries.ts';
import { isConsumer } from '../../session/scope.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { requireVersion } from '../../writing/requireVersion.ts';
import { lockCustomer } from '../customerCore/commands.ts';
import { isErased } from '../customerMerges/queries.ts';
import { endGroup, lockGroupsOf } from './commands.ts';
import { shownGroup } from './queries.ts';

interface LockedGroup {
  id: number;
  name: string;
  version: number;
  members: number;
}

/** The groups of locked customers, locked as well until the transaction ends, in the order of their numbers. */
async function lockGroups(tx: Tx, ids: readonly number[]): Promise<(LockedGroup | null)[]> {
  await lockGroupsOf(tx, ids);
  // Read again: whoever held the lock may have ended the group.
  const rows = await tx
    .select({
      member: customerGroupMembers.customerId,
      id: customerGroups.id,
      name: customerGroups.name,
      version: customerGroups.version,
      members: sql<number>`(select count(*)::int from ${customerGroupMembers} x
        where x.group_id = ${customerGroups}.id)`,
    })
    .from(customerGroupMembers)
    .innerJoin(customerGroups, eq(customerGroups.id, customerGroupMembers.groupId))
    .where(amongIds(customerGroupMembers.customerId, ids));
  return ids.map((id) => rows.find(({ member }) => member === id) ?? null);
}

async function lockGroup(tx: Tx, { id }: CustomerRow): Promise<LockedGroup> {
  const [group] = await lockGroups(tx, [id]);
  if (!group) throw refused('SEM_GRUPO', `O cliente ${id} não está em um grupo.`);
  return group;
}

const grouped = (row: CustomerRow, group: LockedGroup | null): GroupedCustomer => ({
  id: row.id,
  document: row.document,
  simulation: row.simulation,
  erased: isErased(row),
  group,
});

/** Customers are locked in the order of their numbers and before their group, so that two commands never wait for each other. */
async function lockTwo(
  tx: Tx,
  ctx: Context,
  one: number,
  other: number,
): Promise<[CustomerRow, CustomerRow]> {
  if (one > other) {
    const [second, first] = await lockTwo(tx, ctx, other, one);
    return [first, second];
  }
  const first = await lockCustomer(tx, ctx, one);
  return [first, one === other ? first : await lockCustomer(tx, ctx, other)];
}

const link = command(customerGroupRoutes.link, async (tx, ctx, { params, body }) => {
  const { outro, nome } = body;
  const [one, other] = await lockTwo(tx, ctx, params.idCli, outro);
  const [ofOne = null, ofOther = null] = await lockGroups(tx, [one.id, other.id]);
  const found = groupObstacle(grouped(one, ofOne), grouped(other, ofOther));
  if (found) throw refused(found.code, found.message);
  const existingGroup = ofOne ?? ofOther;
  const joining = existingGroup ? [ofOne ? other : one] : [one, other];
  const group = existingGroup ?? (await newGroup(tx, ctx, nome));
  await tx
    .insert(customerGroupMembers)
    .values(joining.map(({ id }) => ({ customerId: id, groupId: group.id, since: ctx.now() })));
  if (existingGroup) await touch(tx, ctx, group.id, {});
  for (const { id } of joining)
    await logCustomer(tx, ctx, {
      customerId: id,
      type: 'CADASTRO',
      text: `Ligado ao grupo ${group.name}`,
      data: { grupo: group.id },
    });
  await audit(tx, ctx, {
    action: existingGroup ? 'LIGAR_EM_GRUPO' : 'CRIAR',
    entity: 'customer_groups',
    entityId: group.id,
    after: { nome: group.name, clientes: joining.map(({ id }) => id) },
  });
  return {
    data: { id: group.id, message: `Clientes ${one.id} e ${other.id} ligados no grupo ${group.name}.` },
  };
});

async function newGroup(
  tx: Tx,
  ctx: Context,
  name: string | undefined,
): Promise<{ id: number; name: string }> {
  if (!name) throw invalid({ nome: 'Dê um nome ao grupo.' });
  const [row] = await tx
    .insert(customerGroups)
    .values({ name, createdAt: ctx.now(), updatedAt: ctx.now() })
    .returning({ id: customerGroups.id });
  if (!row) throw new Error('no group was written');
  return { id: row.id, name };
}

const touch = (tx: Tx, ctx: Context, id: number, set: { name?: string }) =>
  tx
    .update(customerGroups)
    .set({ ...set, updatedAt: ctx.now(), version: sql`${customerGroups.version} + 1` })
    .where(eq(customerGroups.id, id));

/**
 * The customer and whoever stands in its group, locked in the order of their numbers: the last but one takes another with it, whether
 * the person sees that one or not.
 */
async function lockMembers(tx: Tx, id: number): Promise<void> {
  await tx
    .select({ id: customers.id })
    .from(customers)
    .where(
      sql`${customers.id} = ${id} or ${customers.id} in (select x.customer_id from ${customerGroupMembers} x
        join ${customerGroupMembers} own on own.group_id = x.group_id where own.customer_id = ${id})`,
    )
    .orderBy(customers.id)
    .for('update');
}

/** Takes the customer out. Of one who is left alone there is no group. */
const leave = command(customerGroupRoutes.leave, async (tx, ctx, { params }) => {
  await lockMembers(tx, params.idCli);
  const row = await lockCustomer(tx, ctx, params.idCli);
  const group = await lockGroup(tx, row);
  const ends = group.members <= 2;
  const left = ends ? await endGroup(tx, group.id) : await takeOut(tx, ctx, group, row);
  await logCustomers(
    tx,
    ctx,
    left.map(({ id }) => ({
      customerId: id,
      type: 'CADASTRO' as const,
      text: id === row.id ? `Tirado do grupo ${group.name}` : `O grupo ${group.name} terminou`,
      data: { grupo: group.id },
    })),
  );
  await audit(tx, ctx, {
    action: ends ? 'EXCLUIR' : 'TIRAR_DO_GRUPO',
    entity: 'customer_groups',
    entityId: group.id,
    before: { nome: group.name, clientes: left.map(({ id }) => id).sort((one, other) => one - other) },
  });
  // Not whether the group ended, which would tell of members whom the person does not see.
  return { data: { message: `Cliente ${row.id} tirado do grupo ${group.name}.` } };
});

async function takeOut(tx: Tx, ctx: Context, group: LockedGroup, { id }: CustomerRow) {
  await tx.delete(customerGroupMembers).where(eq(customerGroupMembers.customerId, id));
  await touch(tx, ctx, group.id, {});
  return [{ id }];
}

const rename = command(customerGroupRoutes.rename, async (tx, ctx, { params, body }) => {
  const row = await lockCustomer(tx, ctx, params.idCli);
  const group = await lockGroup(tx, row);
  await requireVersion(tx, body.versao, {
    entity: 'customer_groups',
    entityId: group.id,
    version: group.version,
    name: 'este grupo',
    state: async () => shownBy(CustomerGroup, await requireShown({ ...ctx, db: tx }, row.id)),
  });
  if (body.nome !== group.name) {
    await touch(tx, ctx, group.id, { name: body.nome });
    await audit(tx, ctx, {
      action: 'ALTERAR',
      entity: 'customer_groups',
      entityId: group.id,
      before: { nome: group.name },
      after: { nome: body.nome },
    });
  }
  return { data: { id: group.id, message: `O grupo se chama ${body.nome}.` } };
});

async function requireShown(ctx: Context, customerId: number): Promise<CustomerGroup> {
  const group = await shownGroup(ctx, customerId);
  if (!group) throw notFound();
  return group;
}

export const customerGroupImplementation = implement(customerGroupRoutes, {
  async get({ params }, ctx) {
    const row = isConsumer(ctx.user) ? undefined : await leadingVisible(ctx.db, ctx.user, params.idCli);
    if (!row) throw notFound();
    return { data: await shownGroup(ctx, row.id) };
  },
  link,
  rename,
  leave,
});
