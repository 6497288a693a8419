import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { isPassing } from '#server/failures.ts';
import { openQueue, type WorkQueue } from '#server/jobs/queue.ts';
import { type TestDatabase, testDatabase } from '../support/database/database.ts';

let database: TestDatabase;
let queue: WorkQueue<string>;
/**
 * How many statements fail: those that end or send a job for lack of a database, and those that create a queue because of a
 * deadlock.
 */
const failuresLeft = { ending: 0, sending: 0, making: 0 };
const said: string[] = [];

const inTheWay = () => Object.assign(new Error('deadlock detected'), { code: '40P01' });
const gone = () => Object.assign(new Error('the database system is starting up'), { code: '57P03' });

beforeAll(async () => {
  database = await testDatabase();
  const { pool } = database;
  const failing = new Proxy(pool, {
    get: (target, name) =>
      name !== 'query'
        ? Reflect.get(target, name)
        : async (text: string, values: unknown[]) => {
            if (/state = 'completed'|'completed'::/.test(text) && failuresLeft.ending-- > 0) throw gone();
            if (/insert into pgboss\.job/i.test(text) && failuresLeft.sending-- > 0) throw gone();
            if (text.includes('create_queue') && failuresLeft.making-- > 0) throw inTheWay();
            return target.query(text, values);
          },
  }) as pg.Pool;
  queue = await openQueue<string>(failing, ({ message }) => said.push(message), isPassing);
});
afterAll(async () => {
  await queue?.stop();
  await database?.drop();
});

const stateOf = async (name: string) =>
  (await database.pool.query('select state from pgboss.job where name = $1', [name])).rows.map(
    ({ state }) => state as string,
  );

describe('job queue', () => {
  it('records the end of a job once the database is back, and continues', async () => {
    const done: unknown[] = [];
    await queue.work('prova', async (data) => void done.push(data));
    failuresLeft.ending = 2;
    await queue.send('prova', { at: 1 });
    for (let turn = 0; turn < 200 && (await stateOf('prova'))[0] !== 'completed'; turn += 1) await pause(50);
    expect(failuresLeft.ending).toBeLessThan(0);
    expect(await stateOf('prova')).toEqual(['completed']);
    expect(done).toEqual([{ at: 1 }]);
    expect(said).toEqual([]);
  });

  it('is created although another process creates the same one at the same time', async () => {
    failuresLeft.making = 2;
    const done: unknown[] = [];
    await queue.work('juntos', async (data) => void done.push(data));
    expect(failuresLeft.making).toBeLessThan(0);
    // A caller that waits for the result gets the error; the next one finds the queue created.
    failuresLeft.making = 1;
    await expect(queue.send('outros', { at: 1 })).rejects.toThrow('deadlock');
    await queue.send('outros', { at: 2 });
    expect(await stateOf('outros')).toEqual(['created']);
  });

  it('reports at once to the sender that a job was not accepted', async () => {
    failuresLeft.sending = 1;
    await expect(queue.send('prova', { at: 2 })).rejects.toThrow('starting up');
  });
});
