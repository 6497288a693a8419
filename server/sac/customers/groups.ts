import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { allows } from '#contract/permissions.ts';
import type { User } from '../../context.ts';
import { customerGroupMembers, customerGroups, customers } from '../../db/tables/index.ts';
import { invalid } from '../../errors.ts';
import { customerScope, isConsumer } from '../../session/scope.ts';

/**
 * Whether the person is told of groups, each by a customer whom they see: as the first tab of the panel says them, which an end consumer
 * has not.
 */
export const seesGroups = (user: Pick<User, 'type' | 'grants'>): boolean =>
  !isConsumer(user) && allows(user.grants, 'CLIENTE');

/** How the group of each customer joins a query over `customers`: not at all for a person who is told of none. */
export const ofGroup = (user: Pick<User, 'type' | 'grants'>): SQL | undefined =>
  and(eq(customerGroupMembers.customerId, customers.id), seesGroups(user) ? undefined : sql`false`);

/** Over `customers`: those that stand in one of these groups. Refused (422) to a person who is told of none. */
export function inGroups(user: Pick<User, 'type' | 'grants'>, ids: readonly number[]): SQL {
  if (!seesGroups(user)) throw invalid({ grupo: 'O seu perfil não vê grupos de clientes. Retire o filtro.' });
  return sql`${customers.id} in (select ${customerGroupMembers.customerId} from ${customerGroupMembers}
    where ${inArray(customerGroupMembers.groupId, [...ids])})`;
}

/** Over `customers`: the number of the group that each stands in. */
export const groupIdOf = (user: Pick<User, 'type' | 'grants'>): SQL =>
  seesGroups(user)
    ? sql`(select x.group_id from ${customerGroupMembers} x where x.customer_id = ${customers}.id)`
    : sql`null::int`;

/** Over `customer_groups`: those that have a member whom the person sees. */
export const groupScope = (user: User): SQL | undefined => {
  if (!seesGroups(user)) return sql`false`;
  return sql`${customerGroups}.id in (select x.group_id from ${customerGroupMembers} x
    join ${customers} on ${customers}.id = x.customer_id where ${customerScope(user) ?? sql`true`})`;
};
