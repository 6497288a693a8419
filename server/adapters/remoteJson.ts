import type { IncomingMessage } from 'node:http';
import { type NetworkAccess, sendRequest } from './outgoing.ts';

/** A third-party service could not be used: it was slow, down or returned garbage. */
export class RemoteFailure extends Error {
  /** The service's own message about a command that it refused. */
  readonly said: unknown;

  constructor(message: string, said?: unknown) {
    super(message);
    this.said = said;
  }
}

interface RemoteOptions {
  /** Which hosts may be called; by default none inside the network. */
  reach?: NetworkAccess;
  /** Timeout of one attempt, in milliseconds. */
  timeout?: number;
  /** After this many failures in a row the service is no longer called, */
  failures?: number;
  /** for this many milliseconds; then one request tries again. */
  cooldown?: number;
  now?: () => number;
}

/**
 * Requests JSON; `null` when the service says that there is no such thing. A `command` is sent as JSON and never retried,
 * since it may have been carried out even if its answer was lost.
 */
export type AskRemote = (address: string, command?: object) => Promise<unknown>;

interface Call {
  readonly reach: NetworkAccess;
  readonly timeout: number;
}

const NO_PRIVATE_HOSTS: NetworkAccess = { privateHosts: [] };
const TIMEOUT = 4_000;
const FAILURES = 3;
const COOLDOWN_MS = 30_000;
/** More than any of these services needs to answer. */
const MAX_BYTES = 256 * 1024;

/**
 * A client for one service with a circuit breaker. Each request has a short timeout and one retry; after several failures in
 * a row the service is left alone for a while, so that a dead one does not cost every caller seconds.
 */
export function remoteJson({
  reach = NO_PRIVATE_HOSTS,
  timeout = TIMEOUT,
  failures = FAILURES,
  cooldown = COOLDOWN_MS,
  now = Date.now,
}: RemoteOptions = {}): AskRemote {
  let failed = 0;
  let closedUntil = 0;
  return async (address, command) => {
    if (now() < closedUntil) throw new RemoteFailure('resting');
    // While this request tries, others fail at once as before.
    if (failed >= failures) closedUntil = now() + cooldown;
    try {
      const answer = command
        ? await sendJson(address, command, { reach, timeout })
        : await twice(() => fetchJson(address, { reach, timeout }));
      failed = 0;
      closedUntil = 0;
      return answer;
    } catch (error) {
      failed += 1;
      if (failed >= failures) closedUntil = now() + cooldown;
      throw error instanceof RemoteFailure ? error : new RemoteFailure(String(error));
    }
  };
}

/** A lookup is safe to repeat. */
const twice = <T>(work: () => Promise<T>): Promise<T> => work().catch(work);

async function fetchJson(address: string, { reach, timeout }: Call): Promise<unknown> {
  const answer = await sendRequest(
    new URL(address),
    { headers: PLAIN_JSON, limit: { total: timeout } },
    reach,
  );
  const { statusCode: status = 0 } = answer;
  if (isSuccess(status)) return JSON.parse(await boundedText(answer));
  answer.destroy();
  if (status === 404 || status === 400) return null;
  throw new RemoteFailure(`status ${status}`);
}

/** Any successful status counts; many services answer a command with an empty body. */
async function sendJson(address: string, command: object, { reach, timeout }: Call): Promise<unknown> {
  const body = JSON.stringify(command);
  const headers = {
    ...PLAIN_JSON,
    'content-type': 'application/json',
    'content-length': `${Buffer.byteLength(body)}`,
  };
  const answer = await sendRequest(
    new URL(address),
    { method: 'POST', headers, body, limit: { total: timeout } },
    reach,
  );
  const said = jsonOrNothing(await boundedText(answer));
  const { statusCode: status = 0 } = answer;
  if (!isSuccess(status)) throw new RemoteFailure(`status ${status}`, said);
  return said ?? {};
}

/** Uncompressed, because a small compressed answer could expand without bound. */
const PLAIN_JSON = { accept: 'application/json', 'accept-encoding': 'identity' };

/** A redirect is not a success: no host but the configured one is called. */
const isSuccess = (status: number) => status >= 200 && status < 300;

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Throws RemoteFailure when the answer is longer than such services need. */
export async function boundedText(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_BYTES) {
      answer.destroy();
      throw new RemoteFailure('too long');
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

const clients = new Map<string, AskRemote>();

/**
 * The process's shared client for a service, identified by its configured address. Values filled into that address can never
 * change its host.
 */
export function clientFor(service: string, reach: NetworkAccess): AskRemote {
  const client = clients.get(service);
  if (client) return client;
  const ask = remoteJson({ reach });
  const askRemote: AskRemote = async (address, command) => {
    if (new URL(address).origin !== new URL(service).origin) throw new RemoteFailure('another host');
    return ask(address, command);
  };
  clients.set(service, askRemote);
  return askRemote;
}
