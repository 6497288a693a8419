import { createHmac } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import * as client from 'openid-client';
import type { OidcPurpose } from '#contract/session/oidc.ts';
import { providerOf, reasonOf } from '../../adapters/oidc/provider.ts';
import type { PublicContext } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { oidcAttempts } from '../../db/tables/index.ts';
import { alive } from '../lifetime.ts';
import { ENTRY_MINUTES, entryBrowser } from '../openSession.ts';
import { hashToken, installationSecret, isToken, newToken, openFor, sealFor } from '../secrets.ts';

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

/** What a session stores about a sign-in through the company's provider. */
export interface ProviderEntry {
  identityId: number;
  providerSid: string | null;
  sealedIdToken: string | null;
  factorByProvider: boolean;
}

/** Stored sealed between the two halves of a sign-in, so that someone who reads the table cannot make a session from it. */
export const sealEntry = (db: Executor, personId: number, entry: ProviderEntry) =>
  sealFor(db, personId, JSON.stringify(entry));

export const openEntry = async (db: Executor, personId: number, sealed: string): Promise<ProviderEntry> =>
  JSON.parse(await openFor(db, personId, sealed)) as ProviderEntry;

/**
 * The URL that the browser goes to so that the provider ends its session too (RP-Initiated Logout 1.0). Undefined if the
 * session did not come from the provider, or if the provider offers no such URL or does not answer: signing out here never
 * depends on it.
 */
export async function providerLogoutUrl(
  ctx: Pick<PublicContext, 'db' | 'settings' | 'log'>,
  personId: number,
  sealedIdToken: string | null,
): Promise<string | undefined> {
  const { oidc, publicUrl } = ctx.settings;
  if (!oidc || !sealedIdToken) return undefined;
  try {
    const config = await providerOf(oidc, ctx.settings);
    if (!config.serverMetadata().end_session_endpoint) return undefined;
    const address = client.buildEndSessionUrl(config, {
      id_token_hint: await openFor(ctx.db, personId, sealedIdToken),
      post_logout_redirect_uri: `${publicUrl}/login`,
    });
    return address.href;
  } catch (error) {
    ctx.log.warn({ reason: reasonOf(error) }, 'the provider was not asked to end its session');
    return undefined;
  }
}
