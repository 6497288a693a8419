import type { IncomingMessage } from 'node:http';
import { callOut, type Reach } from './outgoing.ts';

/** A service of somebody else that could not be asked: slow, down, or answering rubbish. */
export class RemoteFailure extends Error {
  /** What the service itself said of a command that it refused. */
  readonly said: unknown;

  constructor(message: string, said?: unknown) {
    super(message);
    this.said = said;
  }
}

interface RemoteOptions {
  /** Who may be called; nobody inside the own network unless it says so. */
  reach?: Reach;
  /** Milliseconds that one try may take. */
  timeout?: number;
  /** After so many failures in a row nobody waits for it any more, */
  failures?: number;
  /** for so many milliseconds; then one request tries again. */
  rest?: number;
  now?: () => number;
}

/**
 * Asks for JSON; `null` when the service says that there is no such thing. With a `command` it is sent as JSON, and
 * never twice: it may have been carried out though its answer was lost.
 */
export type AskRemote = (address: string, command?: object) => Promise<unknown>;

interface Call {
  readonly reach: Reach;
  readonly timeout: number;
}

const NOBODY_INSIDE: Reach = { privateHosts: [] };
const TIMEOUT = 4_000;
const FAILURES = 3;
const REST = 30_000;
/** More than any of these services has to say. */
const MOST_BYTES = 256 * 1024;

/**
 * One way to one service: each request waits a little, is tried once more, and once the service failed several times
 * in a row it is left alone for a while, so that a dead one costs nobody seconds (a circuit breaker).
 */
export function remoteJson({
  reach = NOBODY_INSIDE,
  timeout = TIMEOUT,
  failures = FAILURES,
  rest = REST,
  now = Date.now,
}: RemoteOptions = {}): AskRemote {
  let failed = 0;
  let closedUntil = 0;
  return async (address, command) => {
    if (now() < closedUntil) throw new RemoteFailure('resting');
    // Whoever comes next while this one tries waits no longer than before.
    if (failed >= failures) closedUntil = now() + rest;
    try {
      const answer = command
        ? await sendJson(address, command, { reach, timeout })
        : await twice(() => fetchJson(address, { reach, timeout }));
      failed = 0;
      closedUntil = 0;
      return answer;
    } catch (error) {
      failed += 1;
      if (failed >= failures) closedUntil = now() + rest;
      throw error instanceof RemoteFailure ? error : new RemoteFailure(String(error));
    }
  };
}

/** Looking something up twice does no harm. */
const twice = <T>(work: () => Promise<T>): Promise<T> => work().catch(work);

async function fetchJson(address: string, { reach, timeout }: Call): Promise<unknown> {
  const answer = await callOut(new URL(address), { headers: PLAIN_JSON, limit: { total: timeout } }, reach);
  const { statusCode: status = 0 } = answer;
  if (isSuccess(status)) return JSON.parse(await boundedText(answer));
  answer.destroy();
  if (status === 404 || status === 400) return null;
  throw new RemoteFailure(`status ${status}`);
}

/** Whatever is answered with success counts; many services answer a command with nothing at all. */
async function sendJson(address: string, command: object, { reach, timeout }: Call): Promise<unknown> {
  const body = JSON.stringify(command);
  const headers = {
    ...PLAIN_JSON,
    'content-type': 'application/json',
    'content-length': `${Buffer.byteLength(body)}`,
  };
  const answer = await callOut(
    new URL(address),
    { method: 'POST', headers, body, limit: { total: timeout } },
    reach,
  );
  const said = jsonOrNothing(await boundedText(answer));
  const { statusCode: status = 0 } = answer;
  if (!isSuccess(status)) throw new RemoteFailure(`status ${status}`, said);
  return said ?? {};
}

/** Not packed: what a small answer unpacks to would have no bound. */
const PLAIN_JSON = { accept: 'application/json', 'accept-encoding': 'identity' };

/** A redirect is none: nobody but the configured host is asked. */
const isSuccess = (status: number) => status >= 200 && status < 300;

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Throws RemoteFailure where more comes than such services have to say. */
export async function boundedText(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MOST_BYTES) {
      answer.destroy();
      throw new RemoteFailure('too long');
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

const ways = new Map<string, AskRemote>();

/**
 * The one way to a service that this process uses; a service is known by its configured address. What is filled into
 * that address never changes whom it names.
 */
export function remoteAt(service: string, reach: Reach): AskRemote {
  const known = ways.get(service);
  if (known) return known;
  const ask = remoteJson({ reach });
  const made: AskRemote = async (address, command) => {
    if (new URL(address).origin !== new URL(service).origin) throw new RemoteFailure('another host');
    return ask(address, command);
  };
  ways.set(service, made);
  return made;
}
