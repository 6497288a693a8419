import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  idempotencyKeys,
  loginFailures,
  passwordResets,
  sessions,
  usedCaptchas,
} from '#server/db/tables/index.ts';
import { sweepSessions } from '#server/session/sweep.ts';
import { type TestDatabase, testDatabase } from '../../support/database/database.ts';
import { createPeople } from '../../support/people.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

const NOW = new Date('2026-05-10T12:00:00Z');
const ago = (hours: number) => new Date(NOW.getTime() - hours * 60 * 60 * 1000);

it('sweep of sessions deletes what has expired and nothing else', async () => {
  const { db } = database;
  const { people } = await createPeople(db);
  const personId = people.ADMIN;
  // A clock that is a day ahead signs nobody out.
  for (const [name, expiresAt] of [
    ['ended', ago(49)],
    ['living', ago(47)],
  ] as const) {
    await db.insert(sessions).values({ tokenHash: name, personId, expiresAt });
  }
  // What was used is remembered for two days longer, in case the clock was ahead.
  for (const [name, expiresAt] of [
    ['ended', ago(49)],
    ['living', ago(47)],
  ] as const)
    await db.insert(usedCaptchas).values({ challenge: name, expiresAt });
  for (const [name, at] of [
    ['ended', ago(8 * 24)],
    ['living', ago(2)],
  ] as const) {
    await db.insert(passwordResets).values({ tokenHash: name, personId, expiresAt: at });
    await db.insert(loginFailures).values({ subject: name, failures: 1, lastAt: at });
    await db
      .insert(idempotencyKeys)
      .values({ personId, key: name, route: 'r', requestHash: 'h', createdAt: at });
  }
  await sweepSessions({ db, now: () => NOW });
  const left = [
    ...(await db.select({ name: sessions.tokenHash }).from(sessions)),
    ...(await db.select({ name: usedCaptchas.challenge }).from(usedCaptchas)),
    ...(await db.select({ name: passwordResets.tokenHash }).from(passwordResets)),
    ...(await db.select({ name: loginFailures.subject }).from(loginFailures)),
    ...(await db.select({ name: idempotencyKeys.key }).from(idempotencyKeys)),
  ].map(({ name }) => name);
  expect(left).toEqual(['living', 'living', 'living', 'living', 'living']);
});
