import { expect, it } from '@jest/globals';
import { count } from 'drizzle-orm';
import { TICKET_CHANGED, ticketChannel } from '#contract/realtime.ts';
import { announce } from '#server/db/announce.ts';
import { feedEntries, feedPending, realtimeEvents } from '#server/db/tables/index.ts';
import { startSequencer } from '#server/feed/sequencer.ts';
import { listen } from '#server/realtime/signal.ts';
import { collect, subscribed } from './liveFixture.ts';
import { fixture, openLiveTickets, ticket, until } from './liveTickets.ts';

openLiveTickets();

const quiet = { warn: () => {} };
const url = () => fixture.server.deps.pool.options.connectionString ?? '';

it('an announcement arrives after its commit, once for many, and never after a rollback', async () => {
  const { db } = fixture.server.deps;
  const heard: string[] = [];
  const line = listen(url(), quiet, { onNotification: (text) => heard.push(text), onResumed: () => {} });
  await line.ready();
  await db.transaction(async (tx) => {
    for (let time = 0; time < 50; time++) await announce(tx, '{"kind":"feed","news":"due"}');
    await tx.transaction((inner) => announce(inner, '{"kind":"members","channel":"dentro"}'));
    // A notification from another connection goes through in the meantime: nothing of this transaction is sent before its
    // commit.
    await announce(db, '{"kind":"members","channel":"fora"}');
    await until(() => heard.some((text) => text.includes('fora')));
    expect(heard).toEqual(['{"kind":"members","channel":"fora"}']);
  });
  await until(() => heard.length === 3);
  const gone = db.transaction(async (tx) => {
    await announce(tx, '{"kind":"members","channel":"desfeito"}');
    throw new Error('desfeito');
  });
  await expect(gone).rejects.toThrow('desfeito');
  await announce(db, '{"kind":"members","channel":"depois"}');
  await until(() => heard.some((text) => text.includes('depois')));
  expect(heard).toEqual([
    '{"kind":"members","channel":"fora"}',
    '{"kind":"feed","news":"due"}',
    '{"kind":"members","channel":"dentro"}',
    '{"kind":"members","channel":"depois"}',
  ]);
  await line.stop();
});

it('a live event whose process died before notifying still arrives, once', async () => {
  const { db } = fixture.server.deps;
  const id = ticket;
  const channel = await subscribed(fixture.client('SUPERVISOR', { process: 1 }), ticketChannel(id));
  const events = collect<{ versao: number }>(channel, TICKET_CHANGED);
  // As in the table after a kill between the commit and the notification: nobody was notified.
  await db.insert(realtimeEvents).values({
    channels: [ticketChannel(id)],
    event: TICKET_CHANGED,
    data: { id, versao: 77 },
    createdAt: new Date(),
  });
  await until(() => events.length > 0);
  // An event that was also announced is delivered once, however often it is looked up.
  await fixture.write(id);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(events.map(({ versao }) => versao)).toEqual([77, 2]);
});

it('a change without a notification still gets its place in the feed', async () => {
  const { db, pool } = fixture.server.deps;
  const sequencer = startSequencer({ db, pool }, quiet);
  try {
    const waiting = async () => (await db.select({ n: count() }).from(feedPending))[0]?.n ?? 0;
    const placed = async () => (await db.select({ n: count() }).from(feedEntries))[0]?.n ?? 0;
    for (let look = 0; look < 100 && (await waiting()) > 0; look++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const before = await placed();
    await db.insert(feedPending).values({
      type: 'clientes',
      recordId: 1,
      happened: 'alterado',
      personId: null,
      code: '1',
      branchIds: null,
      at: new Date(),
    });
    for (let look = 0; look < 100 && (await waiting()) > 0; look++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await placed()).toBe(before + 1);
  } finally {
    await sequencer.stop();
  }
});
