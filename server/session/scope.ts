import { and, eq, exists, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, QueryBuilder } from 'drizzle-orm/pg-core';
import { personType, worksForCompany } from '#contract/catalogs/personType.ts';
import { allows } from '#contract/permissions.ts';
import type { User } from '../context.ts';
import {
  agendas,
  branches,
  customerBranches,
  customers,
  orders,
  people,
  personBranches,
  tickets,
} from '../db/tables/index.ts';

/**
 * Which rows a user sees (docs/domain.md 1), as a condition for the WHERE of a query. `undefined` means every row, and
 * `and(…)` leaves it out. Rows hidden by these conditions answer 404, like an unknown id.
 */
type Scope = SQL | undefined;

/**
 * Whether the user does not work for the company: an end consumer or a representative. They neither read what the company
 * writes for itself nor notice that it was written.
 */
export const isOutside = ({ type }: Pick<User, 'type'>): boolean => !worksForCompany(type);

/** Whether the user is an end consumer, who sees least of all: only what is their own. */
export const isConsumer = ({ type }: Pick<User, 'type'>): boolean => type === 'CONSUMIDOR_FINAL';

type ScopeUser = Pick<User, 'type' | 'branchIds' | 'customerId' | 'representativeId'>;

const NOTHING = sql`false`;

const query = new QueryBuilder();

/**
 * Over `tickets`: consumers see their own, representatives those of their customers, operators and sellers those of their
 * branches.
 */
export function ticketScope(user: ScopeUser): Scope {
  return byType(user, {
    consumer: (customerId) => eq(tickets.customerId, customerId),
    representative: (id) => eq(tickets.representativeId, id),
    branches: (ids) => inArray(tickets.branchId, [...ids]),
  });
}

/** Over `orders`, both quotes and orders: like tickets, except that end consumers have none of their own here. */
export function orderScope(user: ScopeUser): Scope {
  return byType(user, {
    consumer: () => NOTHING,
    representative: (id) => eq(orders.representativeId, id),
    branches: (ids) => inArray(orders.branchId, [...ids]),
  });
}

/** Over `agendas`: like orders. `seesOthersAgendas` additionally decides who may see another person's agenda. */
export function agendaScope(user: ScopeUser): Scope {
  return byType(user, {
    consumer: () => NOTHING,
    representative: (id) => eq(agendas.representativeId, id),
    branches: (ids) => inArray(agendas.branchId, [...ids]),
  });
}

/**
 * Whether the user may name another collaborator (`idColab`); for everyone else it is always their own (document 002 section
 * 6).
 */
export const seesOthersAgendas = ({ type }: Pick<User, 'type'>): boolean =>
  type === 'ADMIN' || type === 'GERENTE' || type === 'SUPERVISOR';

/**
 * Over `customers`: consumers see their own record, representatives their own customers, operators and sellers those of their
 * branches.
 */
export function customerScope(user: ScopeUser): Scope {
  return byType(user, {
    consumer: (customerId) => eq(customers.id, customerId),
    representative: (id) => eq(customers.representativeId, id),
    branches: (ids) =>
      exists(servedBy().where(and(eq(customerBranches.customerId, customers.id), inBranches(ids)))),
  });
}

/**
 * The same scope over a column that references a customer, evaluated for each row that a list passes: without OFFSET the
 * planner would gather all customers first.
 */
export function ofCustomerScope(user: ScopeUser, column: AnyPgColumn): Scope {
  return byType(user, {
    consumer: (customerId) => eq(column, customerId),
    representative: (id) =>
      exists(sql`(select from ${customers}
        where ${and(eq(customers.id, column), eq(customers.representativeId, id))} offset 0)`),
    branches: (ids) =>
      exists(sql`(select from ${customerBranches}
        where ${and(eq(customerBranches.customerId, column), inBranches(ids))} offset 0)`),
  });
}

/**
 * Over `branches`, or over the given branch column. Consumers and representatives see the branches that serve their
 * customers.
 */
export function branchScope(user: ScopeUser, column: AnyPgColumn = branches.id): Scope {
  return byType(user, {
    consumer: (customerId) =>
      inArray(column, servingBranches().where(eq(customerBranches.customerId, customerId))),
    // Compared and sorted as pairs, so that no plan but one entry of their index per branch remains.
    representative: (id) =>
      inArray(
        column,
        query
          .select({ id: branches.id })
          .from(branches)
          .where(sql`(${id}::int, ${branches.id}) = (
          select representative_id, branch_id from ${customerBranches}
          where (representative_id, branch_id) >= (${id}::int, ${branches.id})
          order by representative_id, branch_id limit 1)`),
      ),
    branches: (ids) => inArray(column, [...ids]),
  });
}

interface Cases {
  consumer: (customerId: number) => SQL;
  representative: (representativeId: number) => SQL;
  branches: (branchIds: readonly number[]) => SQL;
}

/** A person without the record that their type depends on, or of an unknown type, sees nothing. */
function byType(user: ScopeUser, cases: Cases): Scope {
  switch (personType.find(({ value }) => value === user.type)?.scope) {
    case 'TODAS_FILIAIS':
      return undefined;
    case 'FILIAIS':
      return user.branchIds.length > 0 ? cases.branches(user.branchIds) : NOTHING;
    case 'CARTEIRA':
      return user.representativeId === null ? NOTHING : cases.representative(user.representativeId);
    case 'PROPRIO':
      return user.customerId === null ? NOTHING : cases.consumer(user.customerId);
    default:
      return NOTHING;
  }
}

const servedBy = () => query.select({ one: sql`1` }).from(customerBranches);

const servingBranches = () => query.select({ id: customerBranches.branchId }).from(customerBranches);

const inBranches = (ids: readonly number[]) => inArray(customerBranches.branchId, [...ids]);

const seesEverywhere = (type: User['type']) =>
  personType.some(({ value, scope }) => value === type && scope === 'TODAS_FILIAIS');

const EVERYWHERE = personType.flatMap(({ value, scope }) => (scope === 'TODAS_FILIAIS' ? [value] : []));

/** The only branch that the person works in; undefined for someone who works in several or in none. */
export const onlyBranch = ({ type, branchIds }: Pick<User, 'type' | 'branchIds'>): number | undefined =>
  branchIds.length === 1 && !seesEverywhere(type) ? branchIds[0] : undefined;

/** Over `people`: active staff who work in the same branches as the person. */
export function colleagueScope(user: User): SQL | undefined {
  const staff = and(eq(people.active, true), ne(people.type, 'CONSUMIDOR_FINAL'));
  if (seesEverywhere(user.type)) return staff;
  if (user.branchIds.length === 0) return and(staff, eq(people.id, user.id));
  const there = new QueryBuilder()
    .select({ one: sql`1` })
    .from(personBranches)
    .where(
      and(eq(personBranches.personId, people.id), inArray(personBranches.branchId, [...user.branchIds])),
    );
  return and(staff, or(eq(people.id, user.id), inArray(people.type, EVERYWHERE), exists(there)));
}

export const seesAllAccounts = ({ grants }: Pick<User, 'grants'>) => allows(grants, 'CONTA_CORRENTE_TODAS');

/** Over `people`: those whose balance and statement the user may read. */
export const accountScope = (user: User): SQL | undefined =>
  seesAllAccounts(user) ? colleagueScope(user) : and(eq(people.id, user.id), colleagueScope(user));
