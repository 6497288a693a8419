import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll } from '@jest/globals';
import type { PersonType } from '#contract/permissions.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import type { FileStore } from '#server/adapters/files/fileStore.ts';
import { agendas, customerBranches, customers } from '#server/db/tables/index.ts';
import { createPeople, EVERY_DAY, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

export let server: TestServer;
export let persons: TestPeople;
export let tokens: Record<PersonType, string>;
/** Thirty customers of the first branch, ten of them gold; the first bought today, each next one five days earlier. */
export let ids: number[];
/** The contents of the file store, by stored name. */
export let stored: Map<string, Buffer>;

const ZONE = 'America/Sao_Paulo';
export const today = () => localDate(server.deps.now(), ZONE);

const memoryStore = (content: Map<string, Buffer>): FileStore => ({
  put: async (open, { id }) => void content.set(id, await buffer(open())),
  get: async (id) => Readable.from([content.get(id) ?? Buffer.alloc(0)]),
  remove: async (id) => void content.delete(id),
});

/** For the suites about supervisors' work with agendas. */
export function openSupervision(): void {
  beforeAll(async () => {
    server = await testServer();
    const { db } = server.deps;
    stored = new Map();
    server.deps.files = memoryStore(stored);
    persons = await createPeople(db);
    tokens = {} as typeof tokens;
    for (const [type, id] of Object.entries(persons.people))
      tokens[type as PersonType] = await server.sessionOf(id);
    const rows = await db
      .insert(customers)
      .values(
        Array.from({ length: 30 }, (_, index) => ({
          document: `${10_000_000_000_000 + index}`,
          legalName: `Cliente ${index}`,
          tradeName: `Cliente ${index}`,
          servedOn: EVERY_DAY,
          category: index < 10 ? 'Ouro' : 'Prata',
          lastPurchaseOn: addDays(today(), -index * 5),
        })),
      )
      .returning({ id: customers.id });
    ids = rows.map(({ id }) => id);
    await db
      .insert(customerBranches)
      .values(ids.map((customerId) => ({ customerId, branchId: persons.branchIds[0] })));
  });
  afterAll(() => server?.close());
}

export const post = (path: string, body: object, who: PersonType = 'SUPERVISOR') =>
  server.call('POST', `/callcenter/${path}`, { token: tokens[who], body });
export const get = (path: string, who: PersonType = 'SUPERVISOR') =>
  server.call('GET', `/callcenter/${path}`, { token: tokens[who] });
export const agendaCount = () => server.deps.db.$count(agendas);
