import { type Area, type Input, inArea, type Output, paramNames, type Route } from '../../contract/route.ts';
import { cacheAnswer, cachedAnswer } from './answerCache.ts';
import { currentBusiness } from './business.ts';
import { send } from './http.ts';
import { currentInitialLoad } from './session.ts';

interface CallOptions {
  signal?: AbortSignal;
  /** Selects the mount of a route that exists in both areas. */
  area?: Area;
  /** Sent with idempotent routes; generated here if the caller passes none. */
  idempotencyKey?: string;
  /** Makes a request even if a cached response is still fresh. */
  fresh?: boolean;
  /** The request is completed even if the page is left immediately. */
  surviveUnload?: boolean;
}

type Answer<R extends Route> = R extends { file: true } ? Blob : Output<R>;

/**
 * Calls a route of the contract. Refusals are thrown as `CallFailure`; on a 401 the person is asked to sign in again, and the
 * call is repeated.
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
  const person = currentInitialLoad()?.colaborador.id;
  if (route.cacheMinutes && !options.fresh) {
    const kept = cachedAnswer(person, address);
    if (kept !== undefined) return kept as Answer<R>;
  }
  const answer = await send(address, {
    method: route.method,
    body,
    signal: options.signal,
    blob: route.file,
    surviveUnload: options.surviveUnload,
    headers: route.idempotent ? { 'Idempotency-Key': options.idempotencyKey ?? crypto.randomUUID() } : {},
  }).catch((error: unknown) => {
    // Repeating a command based on an old version must use the new version, so the record is reloaded.
    if (route.method !== 'GET' && (error as { status?: number }).status === 409) recordIsStale();
    throw error;
  });
  // Discards a response that arrives after the person has left.
  if (route.cacheMinutes && currentInitialLoad()?.colaborador.id === person) {
    cacheAnswer(person, address, answer, route.cacheMinutes);
  }
  return answer as Answer<R>;
}

/** Parts that a route does not have may be omitted. */
export type CallInput<R extends Route> = {
  [K in keyof Input<R> as Input<R>[K] extends undefined ? never : K]: Input<R>[K];
};

type Listener = () => void;

const listeners = new Set<Listener>();

/** Notified of every call refused because another user wrote first, which means that the screen shows outdated data. */
export function onStaleRecord(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const recordIsStale = () => {
  for (const listener of listeners) listener();
};

interface AttemptKeys {
  /** The same body keeps its key until it succeeds; a changed body is a new command. */
  (body: unknown): string;
  /** Call after success: sending the same body again is then a new command. */
  done: () => void;
}

/** The idempotency key of each attempt, so that a retry after a lost response changes nothing (DOMAIN.md 4.5). */
export function createIdempotencyKeys(): AttemptKeys {
  let last: { body: string; key: string } | null = null;
  const keyOf = (body: unknown) => {
    const text = JSON.stringify(body);
    if (last?.body !== text) last = { body: text, key: crypto.randomUUID() };
    return last.key;
  };
  const done = () => {
    last = null;
  };
  return Object.assign(keyOf, { done });
}

type Values = Record<string, unknown>;

/** Values that a path segment must not have: empty ones, and dot segments, which navigate upwards even when encoded. */
const NO_SEGMENT = new Set(['', '.', '..', 'null', 'undefined', 'NaN']);

/** The address of a call: encoded path parameters, and the query in bracket notation. Throws if a parameter is empty. */
export function addressOf(route: Route, params: Values = {}, query: Values = {}, area: Area = 'sac'): string {
  const template = route.areas
    ? `/${route.areas.includes(area) ? area : route.areas[0]}${route.path}`
    : inArea(route.path, currentBusiness().AREA ?? 'sac');
  const path = paramNames(template).reduce((text, name) => {
    const value = String(params[name] ?? '');
    if (NO_SEGMENT.has(value)) throw new Error(`path parameter ${name} of ${template} cannot be "${value}"`);
    return text.replace(`{${name}}`, encodeURIComponent(value));
  }, template);
  const text = bracketQuery(query);
  return text ? `${path}?${text}` : path;
}

/** `{a: [1, 2], b: {c: 3}}` → `a[]=1&a[]=2&b[c]=3`; empty values are dropped. */
export function bracketQuery(query: Values): string {
  return Object.entries(query)
    .flatMap(([key, value]) => pairs(encodeURIComponent(key), value))
    .join('&');
}

function pairs(key: string, value: unknown): string[] {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((item) => pairs(`${key}[]`, item));
  if (value instanceof Date) return pairs(key, value.toISOString());
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([name, item]) =>
      pairs(`${key}[${encodeURIComponent(name)}]`, item),
    );
  }
  return [`${key}=${encodeURIComponent(String(value))}`];
}
