import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { auditEntities } from '#contract/catalogs/auditNames.ts';
import { mappedTypes } from '#server/records/registry.ts';
import { referringColumns } from '#server/records/write/referrers.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

it('every table that can refer to a record has a label', async () => {
  const tables = new Set<string>();
  for (const { mapping } of Object.values(mappedTypes))
    for (const { table } of await referringColumns(database.db, mapping)) tables.add(table);
  expect([...tables].filter((table) => !auditEntities[table]).sort()).toEqual([]);
});
