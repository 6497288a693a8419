import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { bulkJobs } from '../../../server/db/tables/index.ts';
import { type TicketWorld, ticketWorld } from '../sac/tickets/ticketWorld.ts';

let world: TicketWorld;
let ids: number[];
beforeAll(async () => {
  world = await ticketWorld();
  // More than are done while the person waits: each request leaves a job in the queue.
  ids = Array.from({ length: 201 }, (_, index) => index + 1);
});
afterAll(() => world?.server.close());

const start = (who: 'SUPERVISOR' | 'OPERADOR', key?: string) =>
  world.server.call('POST', '/sac/tickets/lote/nota-privada', {
    token: world.tokens[who],
    body: { ids, dados: { mensagem: 'Nota' } },
    ...(key && { headers: { 'idempotency-key': key } }),
  });

it('lets nobody fill the queue of long work alone, however many requests come at once', async () => {
  const first = await start('SUPERVISOR', 'chave');
  const answers = await Promise.all(Array.from({ length: 12 }, () => start('SUPERVISOR')));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(8);
  expect(refused[0]).toMatchObject({ status: 422, body: { code: 'LOTES_DEMAIS' } });
  expect((await start('OPERADOR')).status).toBe(200);

  const again = await start('SUPERVISOR', 'chave');
  expect([again.status, again.body.data.id]).toEqual([200, first.body.data.id]);

  const { db } = world.server.deps;
  await db.update(bulkJobs).set({ status: 'CONCLUIDO' }).where(eq(bulkJobs.id, first.body.data.id));
  expect((await start('SUPERVISOR')).status).toBe(200);
});
