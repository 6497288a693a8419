import { and, eq, gt, isNull } from 'drizzle-orm';
import type { PublicContext } from '../../context.ts';
import { passkeyChallenges } from '../../db/tables/index.ts';
import { hashToken, newToken } from '../tokens.ts';

const MINUTES = 5;

/** What a challenge is for, and what it is tied to: nothing else may answer it. */
export interface Bound {
  purpose: typeof passkeyChallenges.$inferSelect.purpose;
  sessionId?: string;
  /** A token that only this browser, or this sign-in, has. */
  token?: string;
}

type Ctx = Pick<PublicContext, 'db' | 'now'>;

/** 256 bits for a device to sign. Only its hash is kept. */
export async function openChallenge({ db, now }: Ctx, { purpose, sessionId, token }: Bound): Promise<string> {
  const challenge = newToken();
  await db.insert(passkeyChallenges).values({
    challengeHash: hashToken(challenge),
    purpose,
    sessionId: sessionId ?? null,
    boundHash: token ? hashToken(token) : null,
    expiresAt: new Date(now().getTime() + MINUTES * 60 * 1000),
  });
  return challenge;
}

/** Uses a challenge up, whatever becomes of the answer: of two answers one is judged. */
export async function redeemChallenge(
  { db, now }: Ctx,
  challenge: string,
  { purpose, sessionId, token }: Bound,
): Promise<boolean> {
  const { sessionId: ofSession, boundHash, challengeHash, expiresAt } = passkeyChallenges;
  const taken = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(challengeHash, hashToken(challenge)),
        eq(passkeyChallenges.purpose, purpose),
        sessionId ? eq(ofSession, sessionId) : isNull(ofSession),
        token ? eq(boundHash, hashToken(token)) : isNull(boundHash),
        gt(expiresAt, now()),
      ),
    )
    .returning({ purpose: passkeyChallenges.purpose });
  return taken.length === 1;
}
