import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { like } from 'drizzle-orm';
import { inFoundIds } from '#server/db/conditions.ts';
import { customers } from '#server/db/tables/index.ts';
import { type TestDatabase, testDatabase } from '../../support/database/database.ts';

describe('rows found by a search', () => {
  let database: TestDatabase;
  const find = (word: string) => () =>
    database.db
      .select({ id: customers.id })
      .from(customers)
      .where(like(customers.foldedNames, `%${word}%`));
  const among = (word: string) => inFoundIds(customers.id, find(word));

  beforeAll(async () => {
    database = await testDatabase();
    await database.pool.query(
      `insert into customers (document, legal_name, trade_name)
       select lpad(n::text, 11, '0'), 'Comércio ' || n, case when n <= 3 then 'Açaí' else '' end
       from generate_series(1, 2300) n`,
    );
  });
  afterAll(() => database.drop());

  it('are selected as none, by a few ids, or by the search itself when they are many', async () => {
    expect(await among('padaria')).toBeNull();
    expect(await database.db.$count(customers, (await among('acai')) ?? undefined)).toBe(3);
    expect(await database.db.$count(customers, (await among('comercio')) ?? undefined)).toBe(2300);
  });

  it('are also found within a transaction, one query after the other', async () => {
    const counts = await database.db.transaction((tx) =>
      Promise.all(
        ['acai', 'comercio'].map((word) => tx.$count(customers, like(customers.foldedNames, `%${word}%`))),
      ),
    );
    expect(counts).toEqual([3, 2300]);
  });
});
