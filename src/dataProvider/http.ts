import { currentBusiness, SYSTEM } from './business.ts';
import { CallFailure, failureText, NETWORK_FAILURE } from './failure.ts';
import { foreignToken, sessionLost } from './session.ts';

export interface Request {
  method: string;
  body?: unknown;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
  /** The answer is a file. */
  blob?: boolean | undefined;
}

/** Calls that answer 401 about what was typed, not about the session. */
const SIGN_IN = /^\/login\/|^\/senha\//;

/** The generic HTTP behaviour of document 000 section 7, against any back end of that shape. */
export async function send(address: string, request: Request): Promise<unknown> {
  const answer = await attempt(address, request);
  if (answer.status === 401 && !SIGN_IN.test(address) && (await sessionLost()) === 'renewed') {
    return read(await attempt(address, request), request);
  }
  return read(answer, request);
}

/** Headers of every call: the system that asks, and a foreign back end's token. */
export function commonHeaders(): Record<string, string> {
  const token = foreignToken();
  return { App: SYSTEM, Accept: 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
}

export const fullAddress = (address: string) => `${currentBusiness().API_URL}${address}`;

async function attempt(address: string, { method, body, signal, headers }: Request): Promise<Response> {
  const json = body !== undefined && !(body instanceof FormData);
  try {
    return await fetch(fullAddress(address), {
      method,
      signal: signal ?? null,
      credentials: 'same-origin',
      cache: method === 'GET' ? 'default' : 'no-store',
      headers: { ...commonHeaders(), ...(json && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: json ? JSON.stringify(body) : (body as FormData) }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallFailure(0, NETWORK_FAILURE);
  }
}

async function read(response: Response, { blob }: Request): Promise<unknown> {
  if (!response.ok) {
    const body = await jsonOf(response);
    throw new CallFailure(response.status, failureText(body, response.statusText), body);
  }
  return blob ? response.blob() : jsonOf(response);
}

async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
