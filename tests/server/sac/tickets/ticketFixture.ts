import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import {
  customers,
  files,
  flows,
  people,
  personBranches,
  regions,
  representatives,
  sectors,
  ticketAttachments,
  tickets,
  ticketTypes,
} from '#server/db/tables/index.ts';
import { roleFor } from '#server/session/roles.ts';
import { createPeople, type TestPeople, testCpf } from '#tests/support/people.ts';
import { type TestAnswer, type TestServer, testServer } from '#tests/support/servers/server.ts';

type NewTicket = typeof tickets.$inferInsert;

/** A server with the standard types and flows, a handful of people, and a helper for creating tickets. */
export interface TicketFixture extends TestPeople {
  server: TestServer;
  /** A session of each person by type, and one of an operator of the second branch. */
  tokens: Record<PersonType | 'OTHER_OPERATOR', string>;
  types: Map<string, number>;
  sectorIds: number[];
  regionIds: number[];
  /** A representative other than the first customer's. */
  otherRepresentative: number;
  otherOperator: number;
  /** Returns the id. */
  addTicket: (given?: Partial<NewTicket>) => Promise<number>;
  /** The response to a GET below /sac, as the person. */
  get: (path: string, who?: PersonType | 'OTHER_OPERATOR') => Promise<TestAnswer>;
}

export async function ticketFixture(): Promise<TicketFixture> {
  const server = await testServer({}, { standard: true });
  const { db } = server.deps;
  const persons = await createPeople(db);
  const otherOperator = await operatorOf(server, persons.branchIds[1]);
  const [otherRepresentative] = await db.insert(representatives).values({ name: 'Rita Lemos' }).returning();
  const types = new Map((await db.select().from(ticketTypes)).map(({ key, id }) => [key, id]));
  const sectorIds = (await db.select().from(sectors)).map(({ id }) => id).sort((a, b) => a - b);
  await db.insert(regions).values({ name: 'Litoral' });
  const regionIds = (await db.select().from(regions)).map(({ id }) => id).sort((a, b) => a - b);
  const tokens = { OTHER_OPERATOR: await server.sessionOf(otherOperator) } as TicketFixture['tokens'];
  for (const [type, id] of Object.entries(persons.people))
    tokens[type as PersonType] = await server.sessionOf(id);
  const pinned = await pinnedFlows(server);
  return {
    ...persons,
    server,
    tokens,
    types,
    sectorIds,
    regionIds,
    otherOperator,
    otherRepresentative: otherRepresentative?.id ?? 0,
    async addTicket(given = {}) {
      const typeId = given.typeId ?? types.get('DEVOLUCAO') ?? 0;
      const flow = pinned.get(typeId) ?? { key: '', version: 0 };
      const [row] = await db
        .insert(tickets)
        .values({
          typeId,
          customerId: persons.customerIds.first,
          branchId: persons.branchIds[0],
          creatorId: persons.people.OPERADOR,
          origin: 'SAC',
          subject: 'Devolução de mercadoria',
          flowKey: flow.key,
          flowVersion: flow.version,
          stepKey: 'ABERTURA',
          ...given,
        })
        .returning();
      return row?.id ?? 0;
    },
    get: (path, who = 'ADMIN') => server.call('GET', `/sac/${path}`, { token: tokens[who] }),
  };
}

async function operatorOf({ deps }: TestServer, branchId: number): Promise<number> {
  const [person] = await deps.db
    .insert(people)
    .values({
      cpf: testCpf(555),
      name: 'Olga Norte',
      email: 'olga@exemplo.com.br',
      type: 'OPERADOR',
      roleId: await roleFor(deps.db, 'OPERADOR'),
      passwordHash: '',
    })
    .returning();
  await deps.db.insert(personBranches).values({ personId: person?.id ?? 0, branchId });
  return person?.id ?? 0;
}

/** The flow of each type, by type id. */
async function pinnedFlows({ deps }: TestServer): Promise<Map<number, { key: string; version: number }>> {
  const rows = await deps.db
    .select({ typeId: ticketTypes.id, key: flows.key, version: flows.version })
    .from(ticketTypes)
    .innerJoin(flows, eq(flows.key, ticketTypes.flowKey));
  return new Map(rows.map(({ typeId, ...flow }) => [typeId, flow]));
}

export interface NewAttachment {
  ticketId: number;
  name: string;
  mime?: string;
  storedAs?: string;
  itemId?: number;
  messageId?: number;
  internal?: boolean;
}

/** Returns the id of the attachment. */
export async function addAttachment(
  { server, people: persons }: TicketFixture,
  { name, mime = 'application/pdf', storedAs = randomUUID().replaceAll('-', ''), ...place }: NewAttachment,
): Promise<number> {
  const { db } = server.deps;
  const [file] = await db
    .insert(files)
    .values({ name, mime, size: 10, sha256: '', storedAs, ownerId: persons.OPERADOR, linkedAt: new Date() })
    .returning();
  const [row] = await db
    .insert(ticketAttachments)
    .values({ ...place, fileId: file?.id ?? '' })
    .returning();
  return row?.id ?? 0;
}

/** A customer of the first branch's representative with the given names. Returns the id. */
export async function addCustomer(
  { server }: TicketFixture,
  given: Pick<typeof customers.$inferInsert, 'document' | 'legalName' | 'tradeName'>,
): Promise<number> {
  const [row] = await server.deps.db.insert(customers).values(given).returning();
  return row?.id ?? 0;
}

/** Number of statements that the server sends during the work. */
export async function countQueries({ server }: TicketFixture, work: () => Promise<unknown>): Promise<number> {
  const { pool } = server.deps;
  const original = pool.query;
  let count = 0;
  pool.query = ((...args: Parameters<typeof original>) => {
    // The server's own work in the background is not the request's.
    if (counting.getStore() === work) count++;
    return original.apply(pool, args);
  }) as typeof original;
  try {
    await counting.run(work, work);
  } finally {
    pool.query = original;
  }
  return count;
}

/** The work whose statements are counted, in all that it calls. */
const counting = new AsyncLocalStorage<() => Promise<unknown>>();
