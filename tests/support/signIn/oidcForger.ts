import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export const CLIENT = { id: 'balcao', secret: 'segredo-do-cliente-de-teste' };

export type Forged = Record<string, unknown>;

/** A provider that says whatever a test wants, right or wrong, with its own keys. */
export interface FakeOidcProvider {
  issuer: string;
  /** Additional claims of the next ID token; undefined removes a claim. */
  claims: Forged;
  /** Signs with a key that was never published. */
  foreignKey: boolean;
  /** Does not answer at all. */
  silent: boolean;
  sign: (claims: Forged, typ?: string) => Promise<string>;
  stop: () => Promise<void>;
}

export async function startFakeOidcProvider(): Promise<FakeOidcProvider> {
  const [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const used = new Set<string>();
  const keys = { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'um', alg: 'RS256', use: 'sig' }] };
  const forger: FakeOidcProvider = {
    issuer,
    claims: {},
    foreignKey: false,
    silent: false,
    sign: (claims, typ = 'JWT') =>
      new SignJWT(JSON.parse(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'RS256', kid: 'um', typ })
        .sign((forger.foreignKey ? foreign : own).privateKey),
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
  const token = async (body: URLSearchParams, answer: ServerResponse) => {
    const code = body.get('code') ?? '';
    if (used.has(code)) return json(answer, { error: 'invalid_grant' }, 400);
    used.add(code);
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: issuer, aud: CLIENT.id, sub: 'forjada', iat: now, exp: now + 300 };
    const idToken = await forger.sign({ ...usual, ...forger.claims });
    return json(answer, { access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: idToken });
  };
  server.on('request', async (request, answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (forger.silent) return;
    if (request.url === '/keys') return json(answer, keys);
    if (request.url === '/token') return token(new URLSearchParams(Buffer.concat(chunks).toString()), answer);
    return json(answer, {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      authorization_response_iss_parameter_supported: true,
    });
  });
  return forger;
}

const json = (answer: ServerResponse, body: unknown, status = 200) => {
  answer.writeHead(status, { 'content-type': 'application/json' });
  answer.end(JSON.stringify(body));
};
