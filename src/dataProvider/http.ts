import { currentBusiness, SYSTEM } from './business.ts';
import { CallFailure, failureText, NETWORK_FAILURE } from './failure.ts';
import { proofGiven } from './proof.ts';
import { foreignToken, mayRepeat, sessionEra, sessionSettled, viewOver } from './session.ts';

export interface Request {
  method: string;
  body?: unknown;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
  /** The answer is a file. */
  blob?: boolean | undefined;
  /** Goes on when the page is left meanwhile, unless it is too long for that. */
  outlives?: boolean | undefined;
}

/** Browsers let 64 KiB of a page's calls outlive it; a character takes up to three bytes. */
const MOST_OUTLIVING = 20_000;

/** Calls that begin or end a session: a 401 tells of what was typed, and none of them waits for a sign-in. */
const ABOUT_SESSION = /^\/login\/|^\/senha\/|^\/captcha|^\/config\/(sair|instalacao)|\/carga$/;

/** The generic HTTP behaviour of document 000 section 7, against any back end of that shape. */
export async function send(address: string, request: Request): Promise<unknown> {
  const response = await exchange(address, request);
  return request.blob ? response.blob() : jsonOf(response);
}

/** Once for a second factor that was missing, and once for a proof that was too old. */
const MOST_PROOFS = 2;

/** Before a command is given again: a balancer passes by a server that is away, or that lost its database, by then. ms */
const ELSEWHERE = 500;

/**
 * A proxy found nobody at the other end, or who answered has no answer of the database. A command with a key is carried out
 * once however often it is given, so it is given to another server; one that says it has too much to do gets none twice.
 */
const mayBeElsewhere = ({ headers }: Request, { status, code }: CallFailure): boolean =>
  headers?.['Idempotency-Key'] !== undefined &&
  (status === 502 || status === 504 || (status === 503 && code === 'INDISPONIVEL'));

/**
 * The accepted answer with its headers. A refusal is thrown; a call that met a lost session is repeated once, one that
 * asked for a proof of who sits there after that was given, and a command once where its server was away.
 */
export async function exchange(
  address: string,
  request: Request,
  { proofs = 0, elsewhere = false } = {},
): Promise<Response> {
  const free = ABOUT_SESSION.test(address);
  if (!free) await sessionSettled();
  const era = sessionEra();
  let response = await attempt(address, request);
  if (response.status === 401 && !free && (await mayRepeat(era))) response = await attempt(address, request);
  if (response.ok) return response;
  const body = await jsonOf(response);
  const failure = new CallFailure(response.status, failureText(body, response.statusText), body);
  if (failure.code === 'VISAO_ENCERRADA') await viewOver();
  if (!elsewhere && mayBeElsewhere(request, failure)) {
    await new Promise((resolve) => setTimeout(resolve, ELSEWHERE));
    return exchange(address, request, { proofs, elsewhere: true });
  }
  if (proofs < MOST_PROOFS && (await proofGiven(failure)))
    return exchange(address, request, { proofs: proofs + 1, elsewhere });
  throw failure;
}

/** Headers of every call: the system that asks, and a foreign back end's token. */
export function commonHeaders(accept = 'application/json'): Record<string, string> {
  const token = foreignToken();
  return { App: SYSTEM, Accept: accept, ...(token && { Authorization: `Bearer ${token}` }) };
}

export const fullAddress = (address: string) => `${currentBusiness().API_URL}${address}`;

let open = 0;
/** How many calls wait for their answer. */
export const openCalls = () => open;

async function attempt(address: string, request: Request): Promise<Response> {
  const { method, body, signal, headers, blob, outlives } = request;
  const json = body !== undefined && !(body instanceof FormData);
  const sent = json ? JSON.stringify(body) : (body as FormData | undefined);
  open += 1;
  try {
    return await fetch(fullAddress(address), {
      method,
      signal: signal ?? null,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        ...commonHeaders(blob ? '*/*' : undefined),
        ...(json && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
      ...(outlives && typeof sent === 'string' && { keepalive: sent.length <= MOST_OUTLIVING }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallFailure(0, NETWORK_FAILURE);
  } finally {
    open -= 1;
  }
}

async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
