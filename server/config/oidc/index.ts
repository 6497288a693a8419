import { and, eq } from 'drizzle-orm';
import * as client from 'openid-client';
import type { Input, Output } from '#contract/route.ts';
import { OIDC_RETURN_PATH, type OidcPurpose, oidcRoutes } from '#contract/session/oidc.ts';
import { providerOf, reasonOf } from '../../adapters/oidc/provider.ts';
import type { Context, PublicContext } from '../../context.ts';
import { externalIdentities } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { countPerMinute } from '../../session/backoff.ts';
import { openAttempt } from '../../session/oidc/providerSignIn.ts';
import { endSessionsOf } from '../../session/openSession.ts';
import type { OidcSettings } from '../../settings/oidcSettings.ts';
import { audit } from '../../writing/audit.ts';
import { backChannel } from './backChannel.ts';
import { finish, wayOut } from './finish.ts';
import { failureOf } from './rules.ts';

type Named = typeof oidcRoutes;

async function begin(_: unknown, ctx: PublicContext): Promise<Output<Named['begin']>> {
  await countPerMinute(ctx, wayOut(ctx));
  return providerRedirect(ctx, 'ENTRAR');
}

/**
 * Returns the address to send the browser to. To confirm an identity, the provider shows its own form regardless of its
 * session.
 */
async function providerRedirect(ctx: PublicContext, purpose: OidcPurpose): Promise<{ endereco: string }> {
  const settings = configured(ctx);
  const config = await providerOf(settings, ctx.settings).catch((error: unknown) => {
    ctx.log.warn({ reason: reasonOf(error) }, 'the identity provider cannot be asked');
    throw failureOf(settings, error);
  });
  const { state, nonce, verifier } = await openAttempt(ctx, purpose);
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: `${ctx.settings.publicUrl}${OIDC_RETURN_PATH}`,
    scope: settings.scopes,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(purpose === 'CONFIRMAR' && { prompt: 'login', max_age: '0' }),
  });
  return { endereco: address.href };
}

function configured({ settings }: Pick<PublicContext, 'settings'>): OidcSettings {
  if (!settings.oidc)
    throw refused('SEM_PROVEDOR', 'Esta instalação não usa a conta da empresa. Entre com CPF e senha.');
  return settings.oidc;
}

async function state(_: unknown, { db, user, settings }: Context): Promise<Output<Named['state']>> {
  const { oidc } = settings;
  if (!oidc) return { provedor: null, ligadaEm: null, usadaEm: null };
  const [linked] = await db
    .select()
    .from(externalIdentities)
    .where(and(eq(externalIdentities.personId, user.id), eq(externalIdentities.issuer, oidc.issuer)));
  return {
    provedor: oidc.name,
    ligadaEm: linked?.createdAt.toISOString() ?? null,
    usadaEm: linked?.lastUsedAt?.toISOString() ?? null,
  };
}

/** Sessions that came from the provider end with the link; the current one continues if it came from the password. */
async function unlink(_: unknown, ctx: Context): Promise<Output<Named['unlink']>> {
  const { issuer, only } = configured(ctx);
  if (only)
    throw refused(
      'SO_PELO_PROVEDOR',
      'Aqui a equipe entra só pela conta da empresa: ela não pode ser desligada.',
    );
  // No `command`: the sessions that a key could belong to end here.
  await ctx.db.transaction(async (tx) => {
    const removed = await tx
      .delete(externalIdentities)
      .where(and(eq(externalIdentities.personId, ctx.user.id), eq(externalIdentities.issuer, issuer)))
      .returning({ id: externalIdentities.id });
    if (removed.length === 0) throw refused('NAO_LIGADA', 'A sua conta da empresa não está ligada.');
    await endSessionsOf(tx, ctx.user.id, ctx.user.sessionId);
    await audit(tx, ctx, { action: 'DESLIGAR_CONTA_DA_EMPRESA', entity: 'people', entityId: ctx.user.id });
  });
  return { message: 'Conta da empresa desligada.' };
}

export const oidcImplementation = implement(oidcRoutes, {
  begin,
  finish: ({ body }: Input<Named['finish']>, ctx) => finish(configured(ctx), body.consulta, ctx),
  backChannel,
  state,
  link: (_, ctx) => providerRedirect(ctx, 'LIGAR'),
  unlink,
  prove: (_, ctx) => providerRedirect(ctx, 'CONFIRMAR'),
});
