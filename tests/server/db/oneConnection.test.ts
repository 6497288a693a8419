import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { type TestDatabase, testDatabase } from '../../support/database/database.ts';
import { watched } from '../../support/database/oneConnection.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

const one = sql`select 1 as one`;

describe('a call within a transaction', () => {
  it('is refused a second connection, and may use its own', async () => {
    const { db } = database;
    const second = watched(() => db.transaction(async () => void (await db.execute(one))));
    await expect(second).rejects.toMatchObject({
      cause: new Error('a second connection is asked for within a transaction: use the transaction'),
    });
    await expect(watched(() => db.transaction((tx) => tx.execute(one)))).resolves.toMatchObject({
      rows: [{ one: 1 }],
    });
  });

  it('may ask for another one once it is over', async () => {
    const { db } = database;
    const answer = await watched(async () => {
      await db.transaction((tx) => tx.execute(one));
      return db.execute(one);
    });
    expect(answer.rows).toEqual([{ one: 1 }]);
  });
});
