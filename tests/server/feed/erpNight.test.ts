import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../support/database/database.ts';
import { erpNight } from '../../support/erpNight/erpNight.ts';
import { buildServer } from '../../support/servers/serverProcess.ts';
import { type EmptyDatabase, ownersDatabase } from '../backup/installation.ts';

let database: TestDatabase;
let empty: EmptyDatabase;
beforeAll(async () => {
  buildServer();
  database = await testDatabase({ standard: true });
  empty = await ownersDatabase(database.url);
});
afterAll(async () => {
  await empty?.drop();
  await database?.drop();
});

// Twelve batches in which to be killed, and more changes than one call of the feed returns. `npm run bench -- night` runs the
// same with 20,000 products in batches of 1,000.
it("an ERP's night stays complete through a kill, a failing receiver and a restore", async () => {
  const figures = await erpNight({ url: database.url, restoredUrl: empty.url, products: 400, batch: 100 });
  expect(figures.rows).toBe(1_200);
  expect(figures.failed / figures.requests).toBeGreaterThan(0.3);
}, 300_000);
