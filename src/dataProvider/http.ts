import { currentBusiness, SYSTEM } from './business.ts';
import {
  canRetryAfter401,
  foreignToken,
  sessionGeneration,
  ticketWording,
  viewOver,
  waitForSessionRecovery,
} from './session.ts';

interface Request {
  method: string;
  body?: unknown;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
  /** Whether the response is a file. */
  blob?: boolean | undefined;
  /** Whether the request continues if the page is left meanwhile; ignored for a body that is too long. */
  surviveUnload?: boolean | undefined;
}

/** Browsers limit the outliving requests of a page to 64 KiB in total; a character takes up to three bytes. */
const MAX_KEEPALIVE_CHARS = 20_000;

/** Calls that begin or end a session: their 401 refers to the submitted data, and none of them waits for a sign-in. */
const ABOUT_SESSION = /^\/login\/|^\/senha\/|^\/captcha|^\/config\/(sair|instalacao)|\/carga$/;

/** The generic HTTP behaviour of document 000 section 7, for any back end of that shape. */
export async function send(address: string, request: Request): Promise<unknown> {
  const response = await exchange(address, request);
  return request.blob ? response.blob() : jsonOf(response);
}

/** One for a missing second factor, and one for an expired proof of identity. */
const MAX_PROOFS = 2;

/**
 * Milliseconds before a command is repeated, enough for a load balancer to bypass a server that is down or has lost its
 * database.
 */
const FAILOVER_DELAY_MS = 500;

/**
 * Whether another server may succeed: a proxy could not reach its target, or the server that answered could not reach its
 * database. A command with an idempotency key runs only once however often it is sent, so it may be sent again; an overloaded
 * server is not sent anything twice.
 */
const canRetryOnOtherServer = ({ headers }: Request, { status, code }: CallFailure): boolean =>
  headers?.['Idempotency-Key'] !== undefined &&
  (status === 502 || status === 504 || (status === 503 && code === 'INDISPONIVEL'));

/**
 * Returns the successful response with its headers and throws on a refusal. A call is repeated once after a lost session,
 * once after each proof of identity that it required, and, for a command, once if its server was down.
 */
export async function exchange(
  address: string,
  request: Request,
  { proofs = 0, elsewhere = false } = {},
): Promise<Response> {
  const free = ABOUT_SESSION.test(address);
  if (!free) await waitForSessionRecovery();
  const era = sessionGeneration();
  let response = await attempt(address, request);
  if (response.status === 401 && !free && (await canRetryAfter401(era)))
    response = await attempt(address, request);
  if (response.ok) return response;
  const body = await jsonOf(response);
  const failure = new CallFailure(response.status, failureText(body, response.statusText), body);
  if (failure.code === 'VISAO_ENCERRADA') await viewOver();
  if (!elsewhere && canRetryOnOtherServer(request, failure)) {
    await new Promise((resolve) => setTimeout(resolve, FAILOVER_DELAY_MS));
    return exchange(address, request, { proofs, elsewhere: true });
  }
  if (proofs < MAX_PROOFS && (await obtainProof(failure)))
    return exchange(address, request, { proofs: proofs + 1, elsewhere });
  throw failure;
}

/** Headers of every call: the calling system, and the token of a foreign back end. */
export function commonHeaders(accept = 'application/json'): Record<string, string> {
  const token = foreignToken();
  return { App: SYSTEM, Accept: accept, ...(token && { Authorization: `Bearer ${token}` }) };
}

export const fullAddress = (address: string) => `${currentBusiness().API_URL}${address}`;

let open = 0;
/** Number of calls that are waiting for a response. */
export const pendingCallCount = () => open;

async function attempt(address: string, request: Request): Promise<Response> {
  const { method, body, signal, headers, blob, surviveUnload } = request;
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
      ...(surviveUnload && typeof sent === 'string' && { keepalive: sent.length <= MAX_KEEPALIVE_CHARS }),
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

/**
 * Refusals that the person can resolve on the spot: the proof of identity has expired, or the role requires a second factor
 * that is not set up yet. The console asks for it, and the call is repeated.
 */
const RECOVERABLE_CODES = ['CONFIRMACAO_NECESSARIA', 'SEGUNDO_FATOR_EXIGIDO'] as const;
type Proof = (typeof RECOVERABLE_CODES)[number];

const WAYS = ['CODIGO', 'SENHA', 'PROVEDOR'] as const;

export interface RequestedProof {
  proof: Proof;
  /**
   * What is asked for: a code or, for an account without a second factor, its password or a confirmation by the company's
   * provider.
   */
  by: (typeof WAYS)[number];
  /** Which second factors are available. */
  app: boolean;
  passkey: boolean;
}

let onRequested: (requested: RequestedProof) => Promise<boolean> = async () => false;
const asking = new Map<Proof, Promise<boolean>>();

/** Registers the handler that asks the person; it resolves to whether the call may be repeated. */
export const onProofRequested = (handler: (requested: RequestedProof) => Promise<boolean>) => {
  onRequested = handler;
};

/** Asks only once for all calls refused at the same time. */
function obtainProof({ code, body }: CallFailure): Promise<boolean> {
  const proof = RECOVERABLE_CODES.find((each) => each === code);
  if (!proof) return Promise.resolve(false);
  const { por, aplicativo, chave } = body as { por?: unknown; aplicativo?: unknown; chave?: unknown };
  const by = WAYS.find((way) => way === por) ?? 'SENHA';
  const open =
    asking.get(proof) ??
    onRequested({ proof, by, app: aplicativo !== false, passkey: chave === true }).finally(() => {
      asking.delete(proof);
    });
  asking.set(proof, open);
  return open;
}

/** A refused or failed call. `status` 0 means that the server could not be reached. */
export class CallFailure extends Error {
  readonly status: number;
  readonly code: string;
  /** Messages by field path (`itens.0.qtd_solicitada`). */
  readonly fields: Record<string, string>;
  readonly requestId: string | undefined;
  /** The whole response body: a 409 carries the current state in `atual`. */
  readonly body: unknown;

  constructor(status: number, message: string, body: unknown = undefined) {
    super(message);
    const refusal = isObject(body) ? body : {};
    this.status = status;
    this.code = typeof refusal.code === 'string' ? refusal.code : String(status);
    this.fields = isObject(refusal.errors) ? fieldTexts(refusal.errors) : {};
    this.requestId = typeof refusal.requestId === 'string' ? refusal.requestId : undefined;
    this.body = body;
  }
}

/** Whether the server has answered that it did not do it; after any other failure it may have done it. */
export const wasRefused = (error: unknown): error is CallFailure =>
  error instanceof CallFailure && error.status >= 400 && error.status < 500;

export const NETWORK_FAILURE = 'Falha na comunicação com o servidor!';

/** The message of a refusal: the response's `err`, `error` or `message`, or else the status text (document 000 section 8). */
export function failureText(body: unknown, statusText: string): string {
  if (isObject(body)) {
    for (const key of ['err', 'error', 'message']) {
      const value = body[key];
      if (typeof value === 'string' && value) return ticketWording(value);
      if (isObject(value) && typeof value.message === 'string') return ticketWording(value.message);
    }
  }
  return statusText || 'Ocorreu um erro desconhecido!';
}

/** A field's message; some back ends send several for one field. */
const fieldTexts = (errors: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([field, text]) => [
      field,
      ticketWording(Array.isArray(text) ? text.join('\n') : String(text)),
    ]),
  );

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
