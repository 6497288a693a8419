import { eq } from 'drizzle-orm';
import { grantsOf, type Permission, type PersonType } from '#contract/permissions.ts';
import { people, roles } from '#server/db/tables/index.ts';
import { createPeople, type TestPeople, testCpf } from '../../support/people.ts';
import { type TestAnswer, type TestServer, testServer } from '../../support/servers/server.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One person of each type, and a second administrator, `half`, whose role has only the given permissions. */
export interface AdminFixture {
  server: TestServer;
  persons: TestPeople;
  as: (who: PersonType | 'half', method: Method, path: string, body?: object) => Promise<TestAnswer>;
  tokens: Record<PersonType | 'half', string>;
  half: number;
  roleOf: (key: string) => Promise<typeof roles.$inferSelect>;
  versionOf: (personId: number) => Promise<number>;
}

export async function adminFixture(granted: readonly Permission[]): Promise<AdminFixture> {
  const server = await testServer();
  const { db } = server.deps;
  const persons = await createPeople(db);
  const tokens = {} as AdminFixture['tokens'];
  for (const [type, id] of Object.entries(persons.people))
    tokens[type as PersonType] = await server.sessionOf(id);
  const [role] = await db
    .insert(roles)
    .values({ key: 'SUPERVISOR-2', name: 'Meio administrador', grants: grantsOf(granted) })
    .returning();
  const [half] = await db
    .insert(people)
    .values({
      cpf: testCpf(501),
      name: 'Helena Metade',
      email: 'helena@exemplo.com.br',
      type: 'SUPERVISOR',
      roleId: role?.id ?? 0,
      passwordHash: '',
    })
    .returning();
  const halfId = half?.id ?? 0;
  tokens.half = await server.sessionOf(halfId);
  return {
    server,
    persons,
    tokens,
    half: halfId,
    as: (who, method, path, body) =>
      server.call(method, `/config/${path}`, { token: tokens[who], ...(body && { body }) }),
    roleOf: async (key) => {
      const [found] = await db.select().from(roles).where(eq(roles.key, key));
      if (!found) throw new Error(`no role ${key}`);
      return found;
    },
    versionOf: async (personId) => {
      const [found] = await db.select().from(people).where(eq(people.id, personId));
      return found?.version ?? 0;
    },
  };
}
