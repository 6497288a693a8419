import { eq, inArray } from 'drizzle-orm';
import { DEFAULT_GRANTS, grantsOf } from '#contract/permissions.ts';
import type { Context, User } from '#server/context.ts';
import { customers, people, roles } from '#server/db/tables/index.ts';
import { mappedTypes } from '#server/records/registry.ts';
import type { RowResult } from '#server/records/write/pendingRow.ts';
import { saveRecords } from '#server/records/write/saveRecords.ts';
import { personById } from '#server/session/currentUser.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

export interface CustomersContext {
  server: TestServer;
  persons: TestPeople;
  /** The administrator's context. */
  ctx: Context;
  contextOf: (type: keyof TestPeople['people']) => Promise<Context>;
  save: (dados: object[], own?: Context) => Promise<RowResult[]>;
  rowOf: (document: string) => Promise<typeof customers.$inferSelect>;
}

/** The handful of people, where those with a narrow scope may also write customers. */
export async function customersContext(): Promise<CustomersContext> {
  const server = await testServer();
  const { db } = server.deps;
  const persons = await createPeople(db);
  const who = [persons.people.OPERADOR, persons.people.REPRESENTANTE];
  const found = await db.select({ roleId: people.roleId }).from(people).where(inArray(people.id, who));
  await db
    .update(roles)
    .set({ grants: grantsOf(DEFAULT_GRANTS.ADMIN) })
    .where(
      inArray(
        roles.id,
        found.map(({ roleId }) => roleId),
      ),
    );
  const contextOf: CustomersContext['contextOf'] = async (type) => {
    const user = (await personById(db, persons.people[type])) as User;
    return { ...server.deps, user, ip: '', requestId: 'teste' } as unknown as Context;
  };
  const ctx = await contextOf('ADMIN');
  return {
    server,
    persons,
    ctx,
    contextOf,
    save: (dados, own = ctx) =>
      db.transaction((tx) =>
        saveRecords(
          tx,
          own,
          mappedTypes.clientes,
          dados.map((one) => ({ dados: { ...one } })),
        ),
      ),
    async rowOf(document) {
      const [row] = await db.select().from(customers).where(eq(customers.document, document));
      if (!row) throw new Error(`no customer ${document}`);
      return row;
    },
  };
}
