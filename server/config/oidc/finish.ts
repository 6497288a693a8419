import { and, eq } from 'drizzle-orm';
import * as client from 'openid-client';
import type { Output } from '#contract/route.ts';
import { OIDC_RETURN_PATH, type oidcRoutes } from '#contract/session/oidc.ts';
import { CLOCK_TOLERANCE, providerOf, reasonOf } from '../../adapters/oidc/provider.ts';
import type { PublicContext, User } from '../../context.ts';
import { externalIdentities, people, sessions } from '../../db/tables/index.ts';
import { invalid, unauthorized } from '../../errors.ts';
import { addressSubject, countPerMinute, forgiveMinute } from '../../session/backoff.ts';
import { type Attempt, type ProviderEntry, redeemAttempt } from '../../session/oidc/providerSignIn.ts';
import { replaceSession, setSessionAndDevice } from '../../session/openSession.ts';
import { hasSecondFactor, openPending } from '../../session/secondFactor/pending.ts';
import { sealFor } from '../../session/secrets.ts';
import type { OidcSettings } from '../../settings/oidcSettings.ts';
import { audit } from '../../writing/audit.ts';
import { isIdentity, linkedToAnother, linkIdentity } from './identity.ts';
import { enterPerson, unknownBranchesText } from './person.ts';
import {
  type Claims,
  claimAt,
  factorByProvider,
  failureOf,
  isFromTheFuture,
  providerRefusal,
} from './rules.ts';

type Answer = Output<typeof oidcRoutes.finish>;

/** The provider's answer once all of it was validated. */
interface VerifiedAnswer {
  claims: Claims;
  idToken: string;
}

/**
 * Handles the return from the provider. First the state is used up, in this browser only, so that just one of two returns
 * continues. Then the code is exchanged for an ID token, whose signature, issuer, audience, nonce and times are checked. Then
 * the original purpose is carried out.
 */
export async function finish(settings: OidcSettings, query: string, ctx: PublicContext): Promise<Answer> {
  await countPerMinute(ctx, wayBack(ctx));
  const url = returnedTo(ctx, query);
  const attempt = await redeemAttempt(ctx, url.searchParams.get('state') ?? '');
  if (!attempt) throw providerRefusal(settings, 'SEM_ENTRADA');
  const said = await askProvider(settings, url, attempt, ctx);
  // The provider vouches for the person, whatever the console thinks of them.
  await forgiveMinute(ctx, [wayOut(ctx), wayBack(ctx)]);
  return PURPOSES[attempt.purpose](settings, said, attempt, ctx);
}

/** Whose beginnings and ends are counted together. */
export const wayOut = ({ ip }: Pick<PublicContext, 'ip'>): string => `provedor:ida:${addressSubject(ip)}`;
const wayBack = ({ ip }: Pick<PublicContext, 'ip'>): string => `provedor:volta:${addressSubject(ip)}`;

function returnedTo({ settings }: PublicContext, query: string): URL {
  const url = new URL(`${settings.publicUrl}${OIDC_RETURN_PATH}`);
  url.search = query;
  for (const name of ['state', 'code', 'iss', 'error'])
    if (url.searchParams.getAll(name).length > 1)
      throw invalid({ consulta: 'O endereço de volta não confere.' });
  return url;
}

async function askProvider(
  settings: OidcSettings,
  url: URL,
  { state, nonce, verifier, purpose }: Attempt,
  ctx: PublicContext,
): Promise<VerifiedAnswer> {
  try {
    const config = await providerOf(settings, ctx.settings);
    const tokens = await client.authorizationCodeGrant(config, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      // To confirm an identity, the user must have signed in at the provider just now.
      ...(purpose === 'CONFIRMAR' && { maxAge: 60 }),
    });
    const claims = tokens.claims();
    if (!claims || !tokens.id_token) throw providerRefusal(settings, 'RESPOSTA');
    if (isFromTheFuture(claims, ctx.now(), CLOCK_TOLERANCE)) throw providerRefusal(settings, 'RELOGIO');
    return {
      claims: await fullClaims(settings, config, tokens.access_token, claims),
      idToken: tokens.id_token,
    };
  } catch (error) {
    ctx.log.warn({ reason: reasonOf(error) }, 'a sign-in by the identity provider was refused');
    throw failureOf(settings, error);
  }
}

/** Some providers leave roles and e-mail out of the ID token, so missing claims are fetched from the userinfo endpoint. */
async function fullClaims(
  settings: OidcSettings,
  config: client.Configuration,
  accessToken: string,
  claims: Claims,
): Promise<Claims> {
  const hasRoles = claimAt(claims, settings.roleClaim) !== undefined;
  if (hasRoles || !config.serverMetadata().userinfo_endpoint) return claims;
  return { ...(await client.fetchUserInfo(config, accessToken, String(claims.sub))), ...claims };
}

type Finish = (
  settings: OidcSettings,
  said: VerifiedAnswer,
  attempt: Attempt,
  ctx: PublicContext,
) => Promise<Answer>;

/** Signs in as after a password: a second factor set up here is required, unless the provider's counts. */
const enter: Finish = async (settings, said, _, ctx) => {
  const person = await ctx.db.transaction((tx) => enterPerson(tx, ctx, settings, said.claims));
  const entry: ProviderEntry = {
    identityId: person.identityId,
    providerSid: typeof said.claims.sid === 'string' ? said.claims.sid : null,
    sealedIdToken: await sealFor(ctx.db, person.id, said.idToken),
    factorByProvider: factorByProvider(said.claims, settings),
  };
  if (!entry.factorByProvider && (await hasSecondFactor(ctx.db, person.id)))
    throw await openPending(ctx, person.id, entry);
  const token = await ctx.db.transaction((tx) => replaceSession(tx, ctx, person.id, entry));
  const message = ['Bem-vindo.', unknownBranchesText(person.unknownBranches)].filter(Boolean).join(' ');
  return { para: 'ENTRAR', message, ...(await setSessionAndDevice(ctx, person.cpf, token)) };
};

/** Only the session that started it may link, and only an identity that is not linked yet. */
const link: Finish = async (settings, { claims }, attempt, ctx) => {
  const user = sameSession(ctx, attempt);
  // Nothing is written to an account that is only being viewed.
  if (user.viewer) throw unauthorized();
  await ctx.db.transaction(async (tx) => {
    await tx.select({ id: people.id }).from(people).where(eq(people.id, user.id)).for('update');
    const linkedCount = await tx.$count(externalIdentities, isIdentity(settings, claims));
    const own = await tx.$count(
      externalIdentities,
      and(eq(externalIdentities.personId, user.id), eq(externalIdentities.issuer, settings.issuer)),
    );
    if (linkedCount > 0 || own > 0) throw linkedToAnother();
    await linkIdentity(tx, ctx, { id: user.id, settings, claims });
  });
  return { para: 'LIGAR', message: `Conta ligada. Da próxima vez entre com ${settings.name}.` };
};

/** It must be the same person at the provider, not just anyone with an account there. */
const confirm: Finish = async (settings, { claims }, attempt, ctx) => {
  const user = sameSession(ctx, attempt);
  const personId = user.viewer?.id ?? user.id;
  await ctx.db.transaction(async (tx) => {
    const [own] = await tx
      .select({ id: externalIdentities.id })
      .from(externalIdentities)
      .where(and(isIdentity(settings, claims), eq(externalIdentities.personId, personId)));
    if (!own) throw providerRefusal(settings, 'OUTRA_PESSOA');
    await tx.update(sessions).set({ provedAt: ctx.now() }).where(eq(sessions.id, user.sessionId));
    await audit(tx, ctx, { action: 'CONFIRMAR_IDENTIDADE', entity: 'people', entityId: personId });
  });
  return { para: 'CONFIRMAR', message: 'Confirmado.' };
};

const PURPOSES: Readonly<Record<Attempt['purpose'], Finish>> = {
  ENTRAR: enter,
  LIGAR: link,
  CONFIRMAR: confirm,
};

function sameSession({ user }: PublicContext, { sessionId }: Attempt): User {
  if (!user || user.sessionId !== sessionId) throw unauthorized();
  return user;
}
