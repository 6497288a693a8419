import { describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { connect } from '#server/db/client.ts';
import { feedPending } from '#server/db/tables/index.ts';
import { numberChanges, startSequencer } from '#server/feed/sequencer.ts';
import { audit } from '#server/writing/audit.ts';
import {
  administrator,
  contextOf,
  feed,
  fixture,
  keyOf,
  now,
  openFeed,
  reading,
  type Told,
} from './feedFixture.ts';

openFeed();

describe('twenty writers with slow transactions', () => {
  it('are read without a gap or a duplicate by a reader who pages meanwhile, with two sequencers', async () => {
    const { db } = fixture.server.deps;
    const key = await keyOf(reading('pedidos'));
    const begin = await now(key);
    const writers = connect(fixture.server.database.url, { max: 20 });
    const nodes = [
      connect(fixture.server.database.url, { max: 2 }),
      connect(fixture.server.database.url, { max: 2 }),
    ];
    const warned: object[] = [];
    const sequencers = nodes.map((node) =>
      startSequencer(node, { warn: (details: object) => void warned.push(details) }),
    );
    const ids = await Promise.all(Array.from({ length: 20 }, () => fixture.quote()));
    const ctx = contextOf(administrator);
    const EACH = 25;
    let writing = true;
    const write = async (orderId: number, writer: number) => {
      for (let turn = 0; turn < EACH; turn++) {
        await writers.db.transaction(async (tx) => {
          await audit(tx, ctx, {
            action: `P${writer}_${turn}_A`,
            entity: 'price_negotiations',
            entityId: orderId,
          });
          await tx.execute(sql`select pg_sleep(${Math.random() * 0.06})`);
          await audit(tx, ctx, {
            action: `P${writer}_${turn}_B`,
            entity: 'price_negotiations',
            entityId: orderId,
          });
        });
      }
    };
    const seen: string[] = [];
    const cursors: string[] = [];
    const read = async () => {
      let cursor = begin;
      for (let last = false; ; ) {
        last = !writing;
        const { body, status } = await feed(key, `apos=${cursor}&limite=17`);
        expect(status).toBe(200);
        seen.push(...body.itens.map((each: Told) => each.passo ?? ''));
        cursors.push(...body.itens.map((each: Told) => each.cursor));
        cursor = body.proximo;
        if (last && !body.mais && body.itens.length === 0) return;
      }
    };
    const reader = read();
    await Promise.all(ids.map(write));
    await numberChanges(db);
    writing = false;
    await reader;
    await Promise.all(sequencers.map(({ stop }) => stop()));
    await Promise.all([writers, ...nodes].map(({ close }) => close()));
    const written = ids.flatMap((_, writer) =>
      Array.from({ length: EACH }, (__, turn) => [`P${writer}_${turn}_A`, `P${writer}_${turn}_B`]).flat(),
    );
    expect(new Set(cursors).size).toBe(cursors.length);
    expect([...seen].sort()).toEqual([...written].sort());
    // The changes of one writer are delivered in the order in which they were made.
    for (const writer of ids.keys()) {
      const own = seen.filter((each) => each.startsWith(`P${writer}_`));
      expect(own).toEqual(written.filter((each) => each.startsWith(`P${writer}_`)));
    }
    expect(await db.$count(feedPending)).toBe(0);
    expect(warned).toEqual([]);
  }, 60_000);

  it('raise an alarm when one of them holds its changes back too long', async () => {
    const { db } = fixture.server.deps;
    await db.insert(feedPending).values({
      type: 'produtos',
      code: 'P1',
      recordId: fixture.productId,
      happened: 'alterado',
      at: new Date(),
      writtenAt: new Date(Date.now() - 90_000),
    });
    const warned: { seconds?: number }[] = [];
    const sequencer = startSequencer(fixture.server.deps, {
      warn: (details: object) => void warned.push(details),
    });
    await new Promise((resolve) => setTimeout(resolve, 400));
    await sequencer.stop();
    expect(warned).toEqual([{ count: 1, seconds: expect.any(Number) }]);
    expect(warned[0]?.seconds).toBeGreaterThan(80);
  });
});
