import type { Area, Input, Output, Route } from '../../contract/route.ts';
import { addressOf } from './address.ts';
import { keepAnswer, keptAnswer } from './answerCache.ts';
import { send } from './http.ts';
import { currentLoad } from './session.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** Which mount of a route that stands in both areas. */
  area?: Area;
  /** Sent with routes that take one; made here when the caller has none. */
  idempotencyKey?: string;
  /** Asks the server again even when a kept answer is fresh. */
  fresh?: boolean;
  /** What is sent arrives also when the page is left at once. */
  outlives?: boolean;
}

type Answer<R extends Route> = R extends { file: true } ? Blob : Output<R>;

/**
 * Calls a route of the contract. Refusals are thrown as `CallFailure`; a 401 in the middle asks the person to sign
 * in again and then repeats the call.
 */
export async function call<R extends Route>(
  route: R,
  input: CallInput<R>,
  options: CallOptions = {},
): Promise<Answer<R>> {
  const { params, query, body } = input as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
  };
  const address = addressOf(route, params, query, options.area);
  const person = currentLoad()?.colaborador.id;
  if (route.cacheMinutes && !options.fresh) {
    const kept = keptAnswer(person, address);
    if (kept !== undefined) return kept as Answer<R>;
  }
  const answer = await send(address, {
    method: route.method,
    body,
    signal: options.signal,
    blob: route.file,
    outlives: options.outlives,
    headers: route.idempotent ? { 'Idempotency-Key': options.idempotencyKey ?? crypto.randomUUID() } : {},
  }).catch((error: unknown) => {
    // A command over an old version is judged by the new one when it is given again.
    if (route.method !== 'GET' && (error as { status?: number }).status === 409) recordIsStale();
    throw error;
  });
  // What is answered after the person left is nobody's.
  if (route.cacheMinutes && currentLoad()?.colaborador.id === person) {
    keepAnswer(person, address, answer, route.cacheMinutes);
  }
  return answer as Answer<R>;
}

/** Parts that a route does not have need not be named. */
export type CallInput<R extends Route> = {
  [K in keyof Input<R> as Input<R>[K] extends undefined ? never : K]: Input<R>[K];
};

type Listener = () => void;

const listeners = new Set<Listener>();

/** Hears of every call that was refused because somebody else was faster: what is on the screen is old. */
export function onStaleRecord(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const recordIsStale = () => {
  for (const listener of listeners) listener();
};
