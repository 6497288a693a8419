import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { connect } from '#server/db/client.ts';
import { webhookDeliveries, webhooks } from '#server/db/tables/index.ts';
import { startSequencer } from '#server/feed/sequencer.ts';
import { startWebhooks } from '#server/webhooks/worker.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';
import { type Received, startReceiver } from './receiver.ts';

// A server, and another system that it notifies of changes.

export let server: TestServer;
export let persons: TestPeople;
export let admin: string;
export let received: Received[];
interface Answer {
  status: number;
  body?: string;
  headers?: Record<string, string>;
}
/** The other system's response; a suite sets its own here. */
export const receiving: { answer: (one: Received) => Answer | Promise<Answer> } = {
  answer: () => ({ status: 204 }),
};
export let receiver: Awaited<ReturnType<typeof startReceiver>>;
let workers: { stop: () => Promise<void> }[] = [];

/** Must be called first in a suite. */
export function setUpFixture(): void {
  beforeAll(async () => {
    server = await testServer();
    persons = await createPeople(server.deps.db);
    admin = await server.sessionOf(persons.people.ADMIN);
    receiver = await startReceiver((one) => {
      received.push(one);
      return receiving.answer(one);
    });
  });
  afterAll(async () => {
    await receiver?.close();
    await server?.close();
  });
  beforeEach(() => {
    received = [];
    receiving.answer = () => ({ status: 204 });
  });
  afterEach(async () => {
    await stopNodes();
    await server.deps.db.delete(webhooks);
  });
}

export const stopNodes = async () => {
  await Promise.all(workers.map(({ stop }) => stop()));
  workers = [];
};
export const quiet = { warn: () => {} };
/** Like a separate process. */
export const startNode = () => {
  const node = connect(server.database.url, { max: 6 });
  const parts = [startSequencer(node, quiet), startWebhooks({ ...server.deps, db: node.db }, quiet)];
  const stop = async () => {
    await Promise.all(parts.map((part) => part.stop()));
    await node.close();
  };
  workers.push({ stop });
};
export const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, token = admin) =>
  server.call(method, url, { token, ...(body && { body }) });
export const create = (more: object = {}, token = admin) =>
  call(
    'POST',
    '/config/webhooks',
    { nome: 'ERP', url: receiver.url, tipos: ['produtos'], filiais: [], semChave: null, ...more },
    token,
  );
export const made = async (more: object = {}) => {
  const { status, body } = await create(more);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body.data as { id: number; segredo: string };
};
export const put = (codigos: readonly string[], token = admin) =>
  call(
    'PUT',
    '/dados/v1/produtos',
    codigos.map((codigo) => ({ codigo, descricao: `Produto ${codigo}`, unidade: 'UN' })),
    token,
  );
export async function until(holds: () => boolean | Promise<boolean>, most = 10_000) {
  for (const end = Date.now() + most; Date.now() < end; ) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('it did not come to pass');
}
export const states = async () =>
  (await server.deps.db.select().from(webhookDeliveries).orderBy(webhookDeliveries.id)).map(
    ({ state }) => state,
  );
/** Makes postponed deliveries due now. */
export const makeDeliveriesDue = () =>
  server.deps.db.execute(sql`update webhook_deliveries set next_attempt_at = now() where state = 'PENDENTE'`);
export const pending = (webhookId: number, messageId: string, more: object = {}) => ({
  webhookId,
  messageId,
  event: 'produtos.criado',
  body: '{}',
  lastAttemptAt: new Date(),
  ...more,
});
export const stateOf = async (id: number) => {
  const [row] = await server.deps.db.select().from(webhooks).where(eq(webhooks.id, id));
  if (!row) throw new Error('it is gone');
  return row;
};
export const refused = { ok: false, status: 422, answer: 'nao' };
export const codeOf = ({ body }: Received): string => JSON.parse(body).data.codigo;
