import * as client from 'openid-client';
import type { OidcSettings } from '../../settings/oidcSettings.ts';
import { type NetworkAccess, sendRequest } from '../outgoing.ts';
import { boundedText, RemoteFailure } from '../remoteJson.ts';

/** Tolerated clock difference between provider and console, in seconds. */
export const CLOCK_TOLERANCE = 120;

/** Timeout of one call to the provider, in milliseconds; tests use a shorter one. */
export const providerLimits = { timeout: 5_000 };

/** Milliseconds after which the provider's metadata is fetched again. */
const CACHE_MS = 60 * 60 * 1000;

interface Known {
  discovery: Promise<client.Configuration>;
  until: number;
}

const providers = new Map<string, Known>();

/**
 * Returns the provider's discovered configuration. Throws RemoteFailure when the provider does not answer or describes
 * another issuer. Failures are not cached, so the next sign-in asks again.
 */
export function providerOf(settings: OidcSettings, reach: NetworkAccess): Promise<client.Configuration> {
  const key = `${settings.issuer} ${settings.clientId}`;
  const found = providers.get(key);
  if (found && found.until > Date.now()) return found.discovery;
  const discovery = discover(settings, reach);
  providers.set(key, { discovery, until: Date.now() + CACHE_MS });
  discovery.catch(() => providers.get(key)?.discovery === discovery && providers.delete(key));
  return discovery;
}

/** Asks the provider for its description, whatever was known of it. Throws RemoteFailure. */
export async function discover(settings: OidcSettings, reach: NetworkAccess): Promise<client.Configuration> {
  try {
    return await client.discovery(
      new URL(settings.issuer),
      settings.clientId,
      { client_secret: settings.clientSecret, [client.clockTolerance]: CLOCK_TOLERANCE },
      undefined,
      {
        [client.customFetch]: guardedFetch(reach, providerLimits.timeout),
        execute: [
          // The signature of an ID token is checked even though it came from the provider directly.
          client.enableNonRepudiationChecks,
          // The settings allow http only on this same machine.
          ...(settings.issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
        ],
      },
    );
  } catch (error) {
    throw new RemoteFailure(`provider: ${reasonOf(error)}`);
  }
}

/** Why the provider's answer was rejected; `FORA` means that it did not answer at all. */
export type ProviderRefusal =
  | 'FORA'
  | 'CANCELADA'
  | 'CODIGO_USADO'
  | 'OUTRO_EMISSOR'
  | 'OUTRO_PUBLICO'
  | 'OUTRA_ENTRADA'
  | 'RELOGIO'
  | 'RESPOSTA';

/** Maps an error thrown by the library to our own reason. */
export function refusalOf(error: unknown): ProviderRefusal {
  if (error instanceof RemoteFailure) return 'FORA';
  if (error instanceof client.AuthorizationResponseError)
    return error.error === 'access_denied' || error.error === 'login_required' ? 'CANCELADA' : 'RESPOSTA';
  if (error instanceof client.ResponseBodyError)
    return error.error === 'invalid_grant' ? 'CODIGO_USADO' : 'RESPOSTA';
  if (!(error instanceof client.ClientError)) return 'FORA';
  if (error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_ABORT' || !error.code) return 'FORA';
  if (error.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'RELOGIO';
  const claim = claimOf(error.cause);
  if (claim === 'aud' || claim === 'azp') return 'OUTRO_PUBLICO';
  if (claim === 'iss') return 'OUTRO_EMISSOR';
  if (claim === 'nonce') return 'OUTRA_ENTRADA';
  return 'RESPOSTA';
}

/** The claim that had an unexpected value, searched for in the nested causes. */
function claimOf(cause: unknown): string | undefined {
  for (let at = cause, depth = 0; at && typeof at === 'object' && depth < 4; depth++) {
    const { claim, attribute } = at as { claim?: unknown; attribute?: unknown };
    if (typeof claim === 'string') return claim;
    if (attribute === 'issuer') return 'iss';
    if (/"(iss|aud|nonce)"/.test(String((at as Error).message ?? ''))) {
      return /"(iss|aud|nonce)"/.exec(String((at as Error).message))?.[1];
    }
    at = (at as Error).cause;
  }
  return undefined;
}

/** Text for the server log; never includes a token. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
};

interface Sent {
  method?: string;
  headers?: ConstructorParameters<typeof Headers>[0];
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** Responses with these statuses never have a body. */
const EMPTY = new Set([204, 205, 304]);

/** A `fetch` for libraries that expect one: checked, bounded and without redirects, like every outgoing call. */
export const guardedFetch =
  (reach: NetworkAccess, total: number) =>
  async (url: string | URL, { method, headers, body, signal }: Sent = {}): Promise<Response> => {
    const text = body === undefined || body === null ? undefined : String(body);
    const answer = await sendRequest(
      new URL(url),
      {
        ...(method && { method }),
        headers: {
          ...Object.fromEntries(new Headers(headers)),
          'accept-encoding': 'identity',
          ...(text !== undefined && { 'content-length': `${Buffer.byteLength(text)}` }),
        },
        ...(text !== undefined && { body: text }),
        limit: { total },
        ...(signal && { signal }),
      },
      reach,
    );
    const { statusCode: status = 502 } = answer;
    const said = await boundedText(answer);
    return new Response(EMPTY.has(status) ? null : said, {
      status,
      headers: { 'content-type': String(answer.headers['content-type'] ?? '') },
    });
  };
