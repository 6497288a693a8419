import { PERSON_TYPES, type PersonType } from '#contract/permissions.ts';
import { cpfCheckDigits } from '#contract/rules/documents.ts';
import type { Db } from '#server/db/client.ts';
import {
  branches,
  customerBranches,
  customers,
  people,
  personBranches,
  regions,
  representatives,
  roles,
} from '#server/db/tables/index.ts';
import { hashPassword } from '#server/session/account/passwords.ts';
import { ensureRoles } from '#server/session/roles.ts';

/** The password of everyone in `createPeople`. */
export const TEST_PASSWORD = 'correto cavalo';

/** Tests sign in often; a stored hash contains its own cost. */
export const CHEAP_COST = { N: 2 ** 10, r: 8, p: 1 };

/** A valid CPF for each number. */
export function testCpf(number: number): string {
  const base = String(number).padStart(9, '0');
  return base + cpfCheckDigits(base);
}

export interface TestPeople {
  /** The person of each type; the operator and the seller work in the first branch. */
  people: Record<PersonType, number>;
  cpfs: Record<PersonType, string>;
  branchIds: [number, number];
  /** Customers served by the first branch and by the second, and the consumer's own record (first branch). */
  customerIds: { first: number; second: number; consumer: number };
  /** Representative of the customer `first`. */
  representativeId: number;
}

/** Two branches, three customers, and one person of each type. */
export async function createPeople(db: Db): Promise<TestPeople> {
  const branchIds = await twoBranches(db);
  const [region] = await db.insert(regions).values({ name: 'Capital' }).returning();
  const [representative] = await db
    .insert(representatives)
    .values({ name: 'Roberto Tavares', regionId: region?.id ?? null })
    .returning();
  const representativeId = representative?.id ?? 0;
  const customerIds = await threeCustomers(db, branchIds, representativeId);
  const passwordHash = await hashPassword(TEST_PASSWORD, CHEAP_COST);
  await ensureRoles(db);
  const roleIds = new Map((await db.select().from(roles)).map(({ key, id }) => [key, id]));
  const cpfs = Object.fromEntries(
    PERSON_TYPES.map((type, index) => [type, testCpf(type === 'CONSUMIDOR_FINAL' ? 777 : 100 + index)]),
  ) as TestPeople['cpfs'];
  const persons = await db
    .insert(people)
    .values(
      PERSON_TYPES.map((type) => ({
        cpf: cpfs[type],
        name: `Pessoa ${type.toLowerCase()}`,
        email: `${type.toLowerCase()}@exemplo.com.br`,
        type,
        roleId: roleIds.get(type) ?? 0,
        passwordHash,
        customerId: type === 'CONSUMIDOR_FINAL' ? customerIds.consumer : null,
        representativeId: type === 'REPRESENTANTE' ? representativeId : null,
      })),
    )
    .returning({ type: people.type, id: people.id });
  const ids = Object.fromEntries(persons.map(({ type, id }) => [type, id])) as TestPeople['people'];
  await db
    .insert(personBranches)
    .values([ids.OPERADOR, ids.VENDEDOR].map((personId) => ({ personId, branchId: branchIds[0] })));
  return {
    people: ids,
    cpfs,
    branchIds,
    customerIds,
    representativeId,
  };
}

async function twoBranches(db: Db): Promise<[number, number]> {
  const rows = await db
    .insert(branches)
    .values([
      {
        legalName: 'Matriz Ltda.',
        tradeName: 'Matriz',
        cnpj: '11222333000181',
        city: 'São Paulo',
        state: 'SP',
        timeZone: 'America/Sao_Paulo',
      },
      {
        legalName: 'Filial Norte Ltda.',
        tradeName: 'Norte',
        cnpj: '11222333000262',
        city: 'Manaus',
        state: 'AM',
        timeZone: 'America/Manaus',
      },
    ])
    .returning({ id: branches.id });
  return [rows[0]?.id ?? 0, rows[1]?.id ?? 0];
}

/** So that no test depends on the day on which it runs. */
export const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];

async function threeCustomers(db: Db, [first, second]: [number, number], representativeId: number) {
  const rows = await db
    .insert(customers)
    .values([
      { ...company('Mercado Azul', '12ABC34501DE35'), representativeId },
      company('Mercado Verde', '11444777000161'),
      {
        document: testCpf(777),
        legalName: 'Clara Consumidora',
        tradeName: 'Clara Consumidora',
        email: 'clara@exemplo.com.br',
        servedOn: EVERY_DAY,
      },
    ])
    .returning({ id: customers.id });
  const [one = 0, two = 0, three = 0] = rows.map(({ id }) => id);
  await db.insert(customerBranches).values([
    { customerId: one, branchId: first },
    { customerId: two, branchId: second },
    { customerId: three, branchId: first },
  ]);
  return { first: one, second: two, consumer: three };
}

const company = (tradeName: string, document: string) => ({
  document,
  legalName: `${tradeName} Ltda.`,
  tradeName,
  email: 'compras@exemplo.com.br',
  servedOn: EVERY_DAY,
});
