import * as client from 'openid-client';
import { providerOf, reasonOf } from '../../adapters/oidc/provider.ts';
import type { PublicContext } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { openFor, sealFor } from '../secondFactor/sealed.ts';

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
