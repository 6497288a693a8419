import { and, eq, exists, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, QueryBuilder } from 'drizzle-orm/pg-core';
import { personType } from '../../contract/catalogs/personType.ts';
import { allows } from '../../contract/permissions.ts';
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
 * Who sees which rows (DOMAIN.md section 1), as a condition for the WHERE of a query. `undefined` is every row,
 * which `and(…)` leaves out. What these conditions hide answers 404, as an unknown id does.
 */
type Scope = SQL | undefined;

/** Whoever is outside of the company: what is internal never reaches them. */
export const isConsumer = ({ type }: Pick<User, 'type'>): boolean => type === 'CONSUMIDOR_FINAL';

type Who = Pick<User, 'type' | 'branchIds' | 'customerId' | 'representativeId'>;

const NOTHING = sql`false`;

const query = new QueryBuilder();

/** Over `tickets`: consumers their own, representatives their customers', operators and sellers their branches'. */
export function ticketScope(user: Who): Scope {
  return byType(user, {
    consumer: (customerId) => eq(tickets.customerId, customerId),
    representative: (id) => eq(tickets.representativeId, id),
    branches: (ids) => inArray(tickets.branchId, [...ids]),
  });
}

/** Over `orders`, quotes and orders alike: as with tickets. End consumers have none of their own here. */
export function orderScope(user: Who): Scope {
  return byType(user, {
    consumer: () => NOTHING,
    representative: (id) => eq(orders.representativeId, id),
    branches: (ids) => inArray(orders.branchId, [...ids]),
  });
}

/** Over `agendas`, as with orders. Who may see another person's is decided by `leadsAgendas` besides. */
export function agendaScope(user: Who): Scope {
  return byType(user, {
    consumer: () => NOTHING,
    representative: (id) => eq(agendas.representativeId, id),
    branches: (ids) => inArray(agendas.branchId, [...ids]),
  });
}

/** May name another collaborator (`idColab`); everybody else is forced to be their own (document 002 section 6). */
export const leadsAgendas = ({ type }: Pick<User, 'type'>): boolean =>
  type === 'ADMIN' || type === 'GERENTE' || type === 'SUPERVISOR';

/** Over `customers`: consumers their own record, representatives their own, operators and sellers by branch. */
export function customerScope(user: Who): Scope {
  return byType(user, {
    consumer: (customerId) => eq(customers.id, customerId),
    representative: (id) => eq(customers.representativeId, id),
    branches: (ids) =>
      exists(servedBy().where(and(eq(customerBranches.customerId, customers.id), inBranches(ids)))),
  });
}

/**
 * The same over a column that names a customer, asked of each row that a list passes: without OFFSET the planner would rather
 * gather all customers first.
 */
export function ofCustomerScope(user: Who, column: AnyPgColumn): Scope {
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
 * Over `branches`, or over the branch column given. Consumers and representatives see the branches that serve
 * their customers.
 */
export function branchScope(user: Who, column: AnyPgColumn = branches.id): Scope {
  return byType(user, {
    consumer: (customerId) =>
      inArray(column, servingBranches().where(eq(customerBranches.customerId, customerId))),
    representative: (id) =>
      inArray(
        column,
        servingBranches()
          .innerJoin(customers, eq(customers.id, customerBranches.customerId))
          .where(eq(customers.representativeId, id)),
      ),
    branches: (ids) => inArray(column, [...ids]),
  });
}

interface Cases {
  consumer: (customerId: number) => SQL;
  representative: (representativeId: number) => SQL;
  branches: (branchIds: readonly number[]) => SQL;
}

/** A person without the record that their type lives by, and a type that nobody knows, see nothing. */
function byType(user: Who, cases: Cases): Scope {
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

/** Over `people`: who has an account at all, and works where the person does. */
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

/** Over `people`: whose balance and statement may be read. */
export const accountScope = (user: User): SQL | undefined =>
  seesAllAccounts(user) ? colleagueScope(user) : and(eq(people.id, user.id), colleagueScope(user));
