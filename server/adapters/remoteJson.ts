/** A service of somebody else that could not be asked: slow, down, or answering rubbish. */
export class RemoteFailure extends Error {
  /** What the service itself said of a command that it refused. */
  readonly said: unknown;

  constructor(message: string, said?: unknown) {
    super(message);
    this.said = said;
  }
}

export interface RemoteOptions {
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
        ? await sendJson(address, command, timeout)
        : await twice(() => fetchJson(address, timeout));
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

async function fetchJson(address: string, timeout: number): Promise<unknown> {
  const answer = await fetch(address, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeout),
  });
  if (answer.status === 404 || answer.status === 400) {
    await answer.body?.cancel();
    return null;
  }
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new RemoteFailure(`status ${answer.status}`);
  }
  return JSON.parse(await boundedText(answer));
}

/** Whatever is answered with success counts; many services answer a command with nothing at all. */
async function sendJson(address: string, command: object, timeout: number): Promise<unknown> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(command),
    signal: AbortSignal.timeout(timeout),
  });
  const said = jsonOrNothing(await boundedText(answer));
  if (!answer.ok) throw new RemoteFailure(`status ${answer.status}`, said);
  return said ?? {};
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function boundedText(answer: Response): Promise<string> {
  const decoder = new TextDecoder();
  const reader = answer.body?.getReader();
  let text = '';
  let bytes = 0;
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) break;
    bytes += part.value.length;
    if (bytes > MOST_BYTES) {
      await reader?.cancel();
      throw new RemoteFailure('too long');
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

const ways = new Map<string, AskRemote>();

/** The one way to a service that this process uses; a service is known by its configured address. */
export function wayTo(service: string): AskRemote {
  const known = ways.get(service);
  if (known) return known;
  const made = remoteJson();
  ways.set(service, made);
  return made;
}
