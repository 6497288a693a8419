import { and, eq, type SQL } from 'drizzle-orm';
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Input, Output } from '#contract/route.ts';
import type { oidcRoutes } from '#contract/session/oidc.ts';
import {
  CLOCK_TOLERANCE,
  guardedFetch,
  providerLimits,
  providerOf,
  reasonOf,
} from '../../adapters/oidc/provider.ts';
import type { PublicContext } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { externalIdentities, sessions, usedLogoutTokens } from '../../db/tables/index.ts';
import { notFound, Refusal } from '../../errors.ts';
import { addressSubject, countAttempt, forgiveAttempt } from '../../session/backoff.ts';
import { endSession } from '../../session/openSession.ts';
import { hashToken } from '../../session/secrets.ts';
import type { OidcSettings } from '../../settings/oidcSettings.ts';
import { audit } from '../../writing/audit.ts';
import { isFromTheFuture } from './rules.ts';

type BackChannel = typeof oidcRoutes.backChannel;

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Maximum age of an accepted logout token, and how long each is remembered, in seconds. */
const MAX_AGE = 10 * 60;

/**
 * Ends the sessions that the provider reports as ended. They are deleted from the database, so the next request of each, in
 * any process, is unauthenticated; holders of a live connection are notified (`endSession`).
 */
export async function backChannel(
  { body }: Input<BackChannel>,
  ctx: PublicContext,
): Promise<Output<BackChannel>> {
  const settings = ctx.settings.oidc;
  if (!settings) throw notFound();
  const attempts = `provedor:saida:${addressSubject(ctx.ip)}`;
  await countAttempt(ctx, [{ subject: attempts, free: 60 }]);
  const token = await verified(ctx, settings, body.logout_token);
  const ended = await ctx.db.transaction(async (tx) => {
    await useOnce(tx, ctx, settings, token);
    return endSessionsOf(tx, ctx, settings, token);
  });
  await forgiveAttempt(ctx, attempts);
  return { message: ended === 1 ? 'Uma sessão encerrada.' : `${ended} sessões encerradas.` };
}

interface LogoutToken {
  jti: string;
  sub: string | undefined;
  sid: string | undefined;
}

/** Checks signature, issuer, audience, age and purpose; anything else is not a logout token. */
async function verified(ctx: PublicContext, settings: OidcSettings, token: string): Promise<LogoutToken> {
  const now = ctx.now();
  const claims = await signedClaims(ctx, settings, token, now);
  const events = claims.events as Record<string, unknown> | undefined;
  const isLogout = typeof events === 'object' && events !== null && typeof events[EVENT] === 'object';
  if (!isLogout) throw wrong('não é um token de saída');
  // An ID token has a nonce and must not pass as a logout token.
  if (claims.nonce !== undefined) throw wrong('um token de saída não tem nonce');
  if (typeof claims.jti !== 'string' || claims.jti === '') throw wrong('falta jti');
  if (isFromTheFuture(claims, now, CLOCK_TOLERANCE)) throw wrong('é de um relógio adiantado');
  const { sub, sid } = claims;
  if (typeof sub !== 'string' && typeof sid !== 'string') throw wrong('não diz de quem é a sessão');
  return {
    jti: claims.jti,
    sub: typeof sub === 'string' ? sub : undefined,
    sid: typeof sid === 'string' ? sid : undefined,
  };
}

async function signedClaims(
  ctx: PublicContext,
  settings: OidcSettings,
  token: string,
  now: Date,
): Promise<JWTPayload> {
  try {
    const metadata = (await providerOf(settings, ctx.settings)).serverMetadata();
    const { payload } = await jwtVerify(token, keysOf(metadata.jwks_uri ?? '', ctx), {
      issuer: metadata.issuer,
      audience: settings.clientId,
      algorithms: SIGNATURES,
      requiredClaims: ['iat'],
      maxTokenAge: MAX_AGE,
      clockTolerance: CLOCK_TOLERANCE,
      currentDate: now,
    });
    return payload;
  } catch (error) {
    ctx.log.warn({ reason: reasonOf(error) }, 'a logout token was refused');
    if (error instanceof errors.JWTClaimValidationFailed)
      throw wrong(REASONS[error.claim] ?? `${error.claim} não confere`);
    if (error instanceof errors.JWTExpired) throw wrong('está vencido');
    if (error instanceof errors.JOSEError) throw wrong('não foi assinado por este provedor');
    throw new Refusal(503, 'PROVEDOR_FORA', `${settings.name} não respondeu. Tente de novo em instantes.`);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  iss: 'é de outro emissor',
  aud: 'é de outro sistema',
  iat: 'é antigo ou de um relógio adiantado',
};

/** No symmetric algorithms: the client's secret is not a key of the provider. */
const SIGNATURES = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

function keysOf(address: string, { settings }: PublicContext) {
  const keys =
    keySets.get(address) ??
    createRemoteJWKSet(new URL(address), {
      [customFetch]: guardedFetch(settings, providerLimits.timeout),
      cooldownDuration: 5_000,
    });
  keySets.set(address, keys);
  return keys;
}

async function useOnce(tx: Tx, { now }: PublicContext, { issuer }: OidcSettings, { jti }: LogoutToken) {
  const expiresAt = new Date(now().getTime() + 2 * (MAX_AGE + CLOCK_TOLERANCE) * 1000);
  const first = await tx
    .insert(usedLogoutTokens)
    .values({ tokenHash: hashToken(`${issuer} ${jti}`), expiresAt })
    .onConflictDoNothing()
    .returning({ tokenHash: usedLogoutTokens.tokenHash });
  if (first.length === 0) throw wrong('já foi usado');
}

/** Ends all sessions of the subject, or only the one with this `sid`. */
async function endSessionsOf(
  tx: Tx,
  ctx: PublicContext,
  { issuer }: OidcSettings,
  { sub, sid }: LogoutToken,
) {
  const which: (SQL | undefined)[] = [
    eq(externalIdentities.issuer, issuer),
    sub === undefined ? undefined : eq(externalIdentities.subject, sub),
    sid === undefined ? undefined : eq(sessions.providerSid, sid),
  ];
  const found = await tx
    .select({ id: sessions.id, personId: sessions.personId })
    .from(sessions)
    .innerJoin(externalIdentities, eq(externalIdentities.id, sessions.identityId))
    .where(and(...which))
    .for('update', { of: sessions });
  for (const { id, personId } of found) {
    await endSession(tx, id);
    await audit(tx, ctx, { action: 'SAIR_PELO_PROVEDOR', entity: 'people', entityId: personId, personId });
  }
  return found.length;
}

/** The status required by the specification. */
const wrong = (reason: string) =>
  new Refusal(400, 'TOKEN_RECUSADO', `O token de saída foi recusado: ${reason}.`);
