import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { asc } from 'drizzle-orm';
import { PERSON_TYPES, type PersonType } from '#contract/permissions.ts';
import { branches, customers } from '#server/db/tables/index.ts';
import { branchScope, customerScope, ticketScope } from '#server/session/scope.ts';
import { type TestDatabase, testDatabase } from '../../support/database/database.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';

let database: TestDatabase;
let persons: TestPeople;
beforeAll(async () => {
  database = await testDatabase();
  persons = await createPeople(database.db);
});
afterAll(() => database?.drop());

const who = (type: PersonType, change: object = {}) => ({
  type,
  branchIds: type === 'OPERADOR' || type === 'VENDEDOR' ? [persons.branchIds[0]] : [],
  customerId: type === 'CONSUMIDOR_FINAL' ? persons.customerIds.consumer : null,
  representativeId: type === 'REPRESENTANTE' ? persons.representativeId : null,
  ...change,
});
const seesCustomers = async (user: ReturnType<typeof who>) =>
  (
    await database.db
      .select({ id: customers.id })
      .from(customers)
      .where(customerScope(user))
      .orderBy(asc(customers.id))
  ).map(({ id }) => id);
const seesBranches = async (user: ReturnType<typeof who>) =>
  (
    await database.db
      .select({ id: branches.id })
      .from(branches)
      .where(branchScope(user))
      .orderBy(asc(branches.id))
  ).map(({ id }) => id);

describe('scope of customers and branches', () => {
  it.each(['ADMIN', 'GERENTE', 'SUPERVISOR'] as const)('is everything for %s', async (type) => {
    const { first, second, consumer } = persons.customerIds;
    expect(await seesCustomers(who(type))).toEqual([first, second, consumer]);
    expect(await seesBranches(who(type))).toEqual(persons.branchIds);
  });

  it.each(['OPERADOR', 'VENDEDOR'] as const)(
    'is limited to their branches and the customers there for %s',
    async (type) => {
      const { first, second, consumer } = persons.customerIds;
      expect(await seesCustomers(who(type))).toEqual([first, consumer]);
      expect(await seesCustomers(who(type, { branchIds: persons.branchIds }))).toEqual([
        first,
        second,
        consumer,
      ]);
      expect(await seesBranches(who(type))).toEqual([persons.branchIds[0]]);
    },
  );

  it('is limited to their customers and the branches that serve them for a representative', async () => {
    expect(await seesCustomers(who('REPRESENTANTE'))).toEqual([persons.customerIds.first]);
    expect(await seesBranches(who('REPRESENTANTE'))).toEqual([persons.branchIds[0]]);
  });

  it('is limited to their own record and the branches that serve it for a consumer', async () => {
    expect(await seesCustomers(who('CONSUMIDOR_FINAL'))).toEqual([persons.customerIds.consumer]);
    expect(await seesBranches(who('CONSUMIDOR_FINAL'))).toEqual([persons.branchIds[0]]);
  });
});

describe('empty scope', () => {
  const lost = () => [
    ...PERSON_TYPES.slice(3).map((type) =>
      who(type, { branchIds: [], customerId: null, representativeId: null }),
    ),
    who('INVENTADO' as PersonType),
  ];

  it('is given to people without the record that their type needs, and to unknown types', async () => {
    for (const user of lost()) {
      expect([user.type, await seesCustomers(user), await seesBranches(user)]).toEqual([user.type, [], []]);
      expect(ticketScope(user)).toBeDefined();
    }
  });
});
