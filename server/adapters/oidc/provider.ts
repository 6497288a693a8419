import * as client from 'openid-client';
import type { OidcSettings } from '../../oidcSettings.ts';
import { callOut, type Reach } from '../outgoing.ts';
import { boundedText, RemoteFailure } from '../remoteJson.ts';

/** Seconds that the clocks of provider and console may differ by. */
export const CLOCK_TOLERANCE = 120;

/** Milliseconds that one call of the provider may take; a test waits less. */
export const providerLimits = { timeout: 5_000 };

/** What the provider says of itself is asked for again after this long, in milliseconds. */
const KEPT = 60 * 60 * 1000;

interface Known {
  asked: Promise<client.Configuration>;
  until: number;
}

const known = new Map<string, Known>();

/**
 * The provider as it describes itself. Throws RemoteFailure where it does not answer, or describes another issuer; what
 * failed is not kept, so the next sign-in asks again.
 */
export function providerOf(settings: OidcSettings, reach: Reach): Promise<client.Configuration> {
  const key = `${settings.issuer} ${settings.clientId}`;
  const found = known.get(key);
  if (found && found.until > Date.now()) return found.asked;
  const asked = discover(settings, reach);
  known.set(key, { asked, until: Date.now() + KEPT });
  asked.catch(() => known.get(key)?.asked === asked && known.delete(key));
  return asked;
}

async function discover(settings: OidcSettings, reach: Reach): Promise<client.Configuration> {
  try {
    return await client.discovery(
      new URL(settings.issuer),
      settings.clientId,
      { client_secret: settings.clientSecret, [client.clockTolerance]: CLOCK_TOLERANCE },
      undefined,
      {
        [client.customFetch]: fetchOut(reach, providerLimits.timeout),
        execute: [
          // The signature of an ID token is judged though it came from the provider itself.
          client.enableNonRepudiationChecks,
          // Settings allow http on this very machine alone.
          ...(settings.issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
        ],
      },
    );
  } catch (error) {
    throw new RemoteFailure(`provider: ${reasonOf(error)}`);
  }
}

/** Why the provider's answer was not taken; `FORA` is no answer at all. */
export type ProviderRefusal =
  | 'FORA'
  | 'CANCELADA'
  | 'CODIGO_USADO'
  | 'OUTRO_EMISSOR'
  | 'OUTRO_PUBLICO'
  | 'OUTRA_ENTRADA'
  | 'RELOGIO'
  | 'RESPOSTA';

/** The reason in our words of what the library threw. */
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

/** Which claim was not the expected one, as deep in the causes as it is told. */
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

/** For the log of the server: never a token. */
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

/** Answers of these have no body by their nature. */
const EMPTY = new Set([204, 205, 304]);

/** `fetch` for libraries that bring none of their own way out: judged, bounded and without redirects as every call is. */
export const fetchOut =
  (reach: Reach, total: number) =>
  async (url: string | URL, { method, headers, body, signal }: Sent = {}): Promise<Response> => {
    const text = body === undefined || body === null ? undefined : String(body);
    const answer = await callOut(
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
