import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { bulkJobs } from '#server/db/tables/index.ts';
import { type TicketFixture, ticketFixture } from '../sac/tickets/ticketFixture.ts';

let fixture: TicketFixture;
let ids: number[];
beforeAll(async () => {
  fixture = await ticketFixture();
  // More than are processed while the person waits, so that each request leaves a job in the queue.
  ids = Array.from({ length: 201 }, (_, index) => index + 1);
});
afterAll(() => fixture?.server.close());

const start = (who: 'SUPERVISOR' | 'OPERADOR', key?: string) =>
  fixture.server.call('POST', '/sac/tickets/lote/nota-privada', {
    token: fixture.tokens[who],
    body: { ids, dados: { mensagem: 'Nota' } },
    ...(key && { headers: { 'idempotency-key': key } }),
  });

it('bulk jobs of one person are limited, even when many requests arrive at once', async () => {
  const first = await start('SUPERVISOR', 'chave');
  const answers = await Promise.all(Array.from({ length: 12 }, () => start('SUPERVISOR')));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(8);
  expect(refused[0]).toMatchObject({ status: 422, body: { code: 'LOTES_DEMAIS' } });
  expect((await start('OPERADOR')).status).toBe(200);

  const again = await start('SUPERVISOR', 'chave');
  expect([again.status, again.body.data.id]).toEqual([200, first.body.data.id]);

  const { db } = fixture.server.deps;
  await db.update(bulkJobs).set({ status: 'CONCLUIDO' }).where(eq(bulkJobs.id, first.body.data.id));
  expect((await start('SUPERVISOR')).status).toBe(200);
});
