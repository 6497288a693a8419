import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { CustomerGroup } from '#contract/callcenter/customers/customerGroups.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { customerGroupMembers, customerGroups, customers } from '../../db/tables/index.ts';
import { customerScope } from '../../session/scope.ts';
import { figuresOf, sumOf } from './figures.ts';

/** The group of each of these customers that stands in one. */
export async function groupsOf(db: Executor, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: customerGroupMembers.customerId, group: customerGroupMembers.groupId })
    .from(customerGroupMembers)
    .where(inArray(customerGroupMembers.customerId, [...ids]));
  return new Map(rows.map(({ id, group }) => [id, group]));
}

/** The group with those of its members that the person may see; whoever else stands in it stays unknown. */
export async function shownGroup(ctx: Context, customerId: number): Promise<CustomerGroup | null> {
  const { db, user } = ctx;
  const [group] = await db
    .select({ id: customerGroups.id, name: customerGroups.name, version: customerGroups.version })
    .from(customerGroupMembers)
    .innerJoin(customerGroups, eq(customerGroups.id, customerGroupMembers.groupId))
    .where(eq(customerGroupMembers.customerId, customerId));
  if (!group) return null;
  const rows = await db
    .select({
      id: customers.id,
      fant: customers.tradeName,
      razSoc: customers.legalName,
      documento: customers.document,
      address: customers.address,
    })
    .from(customerGroupMembers)
    .innerJoin(customers, eq(customers.id, customerGroupMembers.customerId))
    .where(and(eq(customerGroupMembers.groupId, group.id), customerScope(user)))
    .orderBy(asc(sql`${customers.tradeName} collate pt_br`), asc(customers.id));
  const figures = await figuresOf(
    ctx,
    rows.map(({ id }) => id),
  );
  const membros = rows.map(({ address, ...row }) => ({
    ...row,
    cidade: address.cidade ?? '',
    uf: address.uf ?? '',
    ...figures.get(row.id),
  }));
  return { id: group.id, nome: group.name, versao: group.version, membros, soma: sumOf(membros) };
}
