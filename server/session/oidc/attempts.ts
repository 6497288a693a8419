import { createHmac } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { OidcPurpose } from '../../../contract/session/oidc.ts';
import type { PublicContext } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { oidcAttempts } from '../../db/tables/index.ts';
import { installationSecret } from '../installationSecret.ts';
import { alive } from '../lifetime.ts';
import { ENTRY_MINUTES, entryBrowser } from '../openSession.ts';
import { hashToken, isToken, newToken } from '../tokens.ts';

export const ATTEMPT_LIFE = ENTRY_MINUTES * 60 * 1000;

export interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
  purpose: OidcPurpose;
  sessionId: string | null;
}

/** Starts a sign-in at the provider. Tabs of one browser share its cookie, but each has its own state. */
export async function openAttempt(ctx: PublicContext, purpose: OidcPurpose): Promise<Attempt> {
  const browser = entryBrowser(ctx);
  const state = newToken();
  const sessionId = purpose === 'ENTRAR' ? null : (ctx.user?.sessionId ?? null);
  await ctx.db.insert(oidcAttempts).values({
    stateHash: hashToken(state),
    browserHash: hashToken(browser),
    purpose,
    sessionId,
    expiresAt: new Date(ctx.now().getTime() + ATTEMPT_LIFE),
  });
  return { state, purpose, sessionId, ...(await derived(ctx.db, state, browser)) };
}

/**
 * Uses up an attempt, whatever its outcome: if the same one comes back twice, only one of them gets it. Null if it is
 * unknown, already used, expired, or from another browser.
 */
export async function redeemAttempt(ctx: PublicContext, state: string): Promise<Attempt | null> {
  const browser = ctx.entryBrowser;
  if (!isToken(state) || !browser || !isToken(browser)) return null;
  const [taken] = await ctx.db
    .delete(oidcAttempts)
    .where(
      and(
        eq(oidcAttempts.stateHash, hashToken(state)),
        eq(oidcAttempts.browserHash, hashToken(browser)),
        alive(oidcAttempts.expiresAt, ATTEMPT_LIFE, ctx.now()),
      ),
    )
    .returning({ purpose: oidcAttempts.purpose, sessionId: oidcAttempts.sessionId });
  return taken ? { state, ...taken, ...(await derived(ctx.db, state, browser)) } : null;
}

/** 43 characters each, the minimum for a verifier; they cannot be derived without the secret of the installation. */
async function derived(db: Executor, state: string, browser: string) {
  const secret = await installationSecret(db);
  const of = (purpose: string) =>
    createHmac('sha256', secret).update(`provedor:${purpose}:${state}:${browser}`).digest('base64url');
  return { nonce: of('nonce'), verifier: of('verifier') };
}
