import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { COUNT_CAP, COUNT_TTL, countOf } from '#server/paging/paging.ts';
import { type TestDatabase, testDatabase } from '../support/database/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await database.db.execute(
    sql`create table counted_rows as select n as id from generate_series(1, ${sql.raw(String(COUNT_CAP))}) n`,
  );
});
afterAll(() => database?.drop());

const some = (from: number) => sql`(select id from counted_rows where id >= ${from} limit ${COUNT_CAP})`;
const at = (from: number, now: number) => countOf(database.db, some(from), COUNT_CAP, now);

it('counts again each time while below the cap', async () => {
  expect(await at(2, 0)).toBe(COUNT_CAP - 1);
  await database.db.execute(sql`delete from counted_rows where id = 5`);
  expect(await at(2, 1)).toBe(COUNT_CAP - 2);
  await database.db.execute(sql`insert into counted_rows values (5)`);
});

it('assumes a list at the cap to stay there for the stated time, and no longer', async () => {
  expect(await at(1, 0)).toBe(COUNT_CAP);
  await database.db.execute(sql`delete from counted_rows where id = 5`);
  expect(await at(1, COUNT_TTL - 1)).toBe(COUNT_CAP);
  // A different filter is a different list.
  expect(await at(0, COUNT_TTL - 1)).toBe(COUNT_CAP - 1);
  expect(await at(1, COUNT_TTL)).toBe(COUNT_CAP - 1);
  await database.db.execute(sql`insert into counted_rows values (5)`);
  expect(await at(1, COUNT_TTL + 1)).toBe(COUNT_CAP);
});
