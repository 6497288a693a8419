import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { OIDC_RETURN_PATH } from '../../contract/session/oidc.ts';
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
    // The console of a test is on this machine, where the provider would not look by itself.
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
      rpInitiatedLogout: { enabled: true },
      devInteractions: { enabled: true },
    },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id, ...accounts[id] }) }),
    // The company trusts its own console: nobody is asked what it may see.
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

/** What the provider connects by; it refuses addresses of the own machine. */
const withoutGuard = (options: RequestInit = {}): RequestInit =>
  Object.fromEntries(Object.entries(options).filter(([name]) => name !== 'dispatcher'));

/** One browser at the provider, without the browser: follows where it is sent and fills in the provider's form. */
export class ProviderBrowser {
  readonly #cookies = new Map<string, string>();

  /** Answers the query that the console is come back to with. */
  async signIn(address: string, login: string): Promise<string> {
    const back = new URL(address).searchParams.get('redirect_uri') ?? '';
    let answer = await this.#ask(address);
    for (let steps = 0; steps < 12; steps++) {
      const next = answer.headers.get('location');
      if (next) {
        const url = new URL(next, answer.url);
        if (url.href.startsWith(back)) return url.search.slice(1);
        answer = await this.#ask(url.href);
        continue;
      }
      const action = /<form[^>]* action="([^"]+)"/.exec(await answer.text())?.[1];
      if (!action) break;
      const fields = { prompt: 'login', login, password: 'qualquer' };
      answer = await this.#ask(new URL(action, answer.url).href, new URLSearchParams(fields));
    }
    throw new Error(`the provider did not come back: ${answer.status} ${answer.url}`);
  }

  /** Leaves at the provider, which tells the console by its back channel. */
  async signOut(address: string): Promise<void> {
    const page = await (await this.#ask(address)).text();
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1] ?? '';
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
    await this.#ask(new URL(action, address).href, new URLSearchParams({ xsrf, logout: 'yes' }));
  }

  async #ask(url: string, form?: URLSearchParams): Promise<Response> {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value) this.#cookies.set(name, value);
      else this.#cookies.delete(name);
    }
    return answer;
  }
}
