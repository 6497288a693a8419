import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { erpNight } from '../../support/erpNight/erpNight.ts';
import { buildServer } from '../../support/serverProcess.ts';
import { type EmptyDatabase, ownersDatabase } from '../backup/installation.ts';

let database: TestDatabase;
let empty: EmptyDatabase;
beforeAll(async () => {
  buildServer();
  database = await testDatabase();
  empty = await ownersDatabase(database.url);
});
afterAll(async () => {
  await empty?.drop();
  await database?.drop();
});

// `npm run bench -- night` runs the same with 20,000 products.
it("an ERP's night stays complete through a kill, a failing receiver and a restore", async () => {
  const figures = await erpNight({ url: database.url, restoredUrl: empty.url, products: 1_100 });
  expect(figures.rows).toBe(3_300);
  expect(figures.failed / figures.requests).toBeGreaterThan(0.3);
}, 300_000);
