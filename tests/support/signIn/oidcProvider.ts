import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import { OIDC_RETURN_PATH } from '#contract/session/oidc.ts';
import { CLIENT } from './oidcForger.ts';

export interface TestProvider {
  issuer: string;
  /** Claims by login; a test changes them between two sign-ins. */
  accounts: Record<string, Record<string, unknown>>;
  stop: () => Promise<void>;
}

/** A real provider on loopback, with forms of its own; any password opens an account. `publicUrl` is the console's. */
export async function startProvider(publicUrl: string): Promise<TestProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const accounts: TestProvider['accounts'] = {};
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${publicUrl}${OIDC_RETURN_PATH}`],
        post_logout_redirect_uris: [`${publicUrl}/login`],
        backchannel_logout_uri: `${publicUrl}/login/oidc/saida`,
        backchannel_logout_session_required: true,
      },
    ],
    // The test's console is on this machine, to which the provider would not connect by default.
    fetch: (url, options) => fetch(url, withoutGuard(options)),
    pkce: { required: () => true },
    cookies: { keys: ['provedor de teste'] },
    claims: {
      openid: ['sub', 'groups', 'filiais', 'cpf'],
      profile: ['name'],
      email: ['email', 'email_verified'],
    },
    features: {
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource },
      devInteractions: { enabled: true },
    },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id, ...accounts[id] }) }),
    // The company trusts its own console, so nobody is asked for consent.
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  server.on('request', provider.callback());
  return {
    issuer,
    accounts,
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * As companies configure it: a person with their own ID token is not asked for confirmation, anyone else is, since another
 * site may have sent them.
 */
function logoutSource(ctx: KoaContextWithOIDC, form: string): void {
  const { entities, session } = ctx.oidc;
  const known = entities.IdTokenHint?.payload.sub === session?.accountId;
  const yes =
    '<button type="submit" form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>';
  ctx.body = `<!doctype html><title>Sign-out</title>${form}${yes}
    ${known ? '<script>document.querySelector("button").click()</script>' : ''}`;
}

/** The provider's connection options; by default it refuses addresses on the same machine. */
const withoutGuard = (options: RequestInit = {}): RequestInit =>
  Object.fromEntries(Object.entries(options).filter(([name]) => name !== 'dispatcher'));
