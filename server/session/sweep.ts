import { lt, sql } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import {
  draftEndings,
  idempotencyKeys,
  loginFailures,
  oidcAttempts,
  passkeyChallenges,
  passwordResets,
  pendingSignIns,
  sessions,
  usedCallMessages,
  usedCaptchas,
  usedLogoutTokens,
} from '../db/tables/index.ts';
import { dead } from './lifetime.ts';
import { ATTEMPT_LIFE } from './oidc/providerSignIn.ts';
import { CHALLENGE_LIFE } from './passkeys/ceremony.ts';
import { PENDING_LIFE } from './secondFactor/pending.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Deletes expired sessions, links, proofs and attempt counts, and idempotency keys that are a week old. */
export async function sweepSessions({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = (age: number) => sql`${new Date(now().getTime() - age).toISOString()}::timestamptz`;
  // Nobody is signed in by an expired session; it stays for two days so that a clock that is a day ahead signs nobody out.
  await db.delete(sessions).where(lt(sessions.expiresAt, before(2 * DAY)));
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, before(DAY)));
  await db.delete(pendingSignIns).where(dead(pendingSignIns.expiresAt, PENDING_LIFE, now()));
  await db.delete(passkeyChallenges).where(dead(passkeyChallenges.expiresAt, CHALLENGE_LIFE, now()));
  await db.delete(oidcAttempts).where(dead(oidcAttempts.expiresAt, ATTEMPT_LIFE, now()));
  // What says that something was used stays longer than a clock may jump forth and back, or it could be used again.
  await db.delete(usedLogoutTokens).where(lt(usedLogoutTokens.expiresAt, before(2 * DAY)));
  await db.delete(usedCallMessages).where(lt(usedCallMessages.expiresAt, before(2 * DAY)));
  await db.delete(usedCaptchas).where(lt(usedCaptchas.expiresAt, before(2 * DAY)));
  await db.delete(loginFailures).where(lt(loginFailures.lastAt, before(DAY)));
  // A page that was open when its draft was sent cannot be older than its session.
  await db.delete(draftEndings).where(lt(draftEndings.endedAt, before(365 * DAY)));
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before(7 * DAY)));
}
