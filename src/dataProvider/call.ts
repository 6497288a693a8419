import { type Area, type Input, inArea, type Output, paramNames, type Route } from '#contract/route.ts';
import { cacheAnswer, cachedAnswer } from './answerCache.ts';
import { currentBusiness } from './business.ts';
import { send } from './http.ts';
import { currentInitialLoad } from './session.ts';

interface CallOptions {
  signal?: AbortSignal;
  /** Selects the mount of a route that exists in both areas. */
  area?: Area;
  /** Sent with idempotent routes; a command that may be repeated gets its key from `createCommand`. */
  idempotencyKey?: string;
  /** The draft that the call sends: on the server it ends in the same transaction (useDraftLife). */
  draft?: string | undefined;
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
    const cached = cachedAnswer(person, address);
    if (cached !== undefined) return cached as Answer<R>;
  }
  const answer = await send(address, {
    method: route.method,
    body,
    signal: options.signal,
    blob: route.file,
    surviveUnload: options.surviveUnload,
    headers: {
      ...(route.idempotent && { 'Idempotency-Key': options.idempotencyKey ?? crypto.randomUUID() }),
      ...(options.draft && { Rascunho: options.draft }),
    },
  }).catch((error: unknown) => {
    // Repeating a command based on an old version must use the new version, so the record is reloaded.
    if (route.method !== 'GET' && (error as { status?: number }).status === 409) recordIsStale(route);
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

type Listener = (route: Route) => void;

const listeners = new Set<Listener>();

/** Notified of every call refused because another user wrote first, which means that the screen shows outdated data. */
export function onStaleRecord(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const recordIsStale = (route: Route) => {
  for (const listener of listeners) listener(route);
};

export type Command = <R extends Route>(
  route: R,
  input: CallInput<R>,
  options?: Omit<CallOptions, 'idempotencyKey'>,
) => Promise<Answer<R>>;

/**
 * Calls routes that change something. The same call keeps its idempotency key until it succeeds, so that a retry after a lost
 * response changes nothing (docs/domain.md 4.5); with another input, or after a success, it is a new command.
 */
export function createCommand(): Command {
  let last: { call: string; key: string } | null = null;
  return async (route, input, options = {}) => {
    const text = JSON.stringify([route.method, route.path, input]);
    if (last?.call !== text) last = { call: text, key: crypto.randomUUID() };
    const { key } = last;
    const answer = await call(route, input, { ...options, idempotencyKey: key });
    if (last?.key === key) last = null;
    return answer;
  };
}

const commands = new Map<string, Command>();

/** The commands of a place that no component keeps: a verb of a resource. */
export function commandOf(place: string): Command {
  const command = commands.get(place) ?? createCommand();
  commands.set(place, command);
  return command;
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
