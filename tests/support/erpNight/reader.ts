import { setTimeout as pause } from 'node:timers/promises';

interface Told {
  cursor: string;
  tipo: string;
  id: number;
  acao: string;
}

/**
 * A client that follows the change feed by the rules of docs/integration.md, whatever happens to the server in the meantime.
 */
export interface FeedReader {
  /** The changes received, in order; after the cursor was lost, it continues from a new one. */
  receivedChanges: Told[];
  /** How often the cursor was lost (410) and the reader started again. */
  restarts: number;
  cursor: () => string;
  /** Resolves once it has read everything that exists. */
  caughtUp: () => Promise<void>;
  stop: () => Promise<void>;
}

/** `anew` runs when the cursor is no longer valid: it reads all records again. */
export function followFeed(
  origin: string,
  token: string,
  { tipos, anew }: { tipos: string; anew: () => Promise<void> },
): FeedReader {
  let stopped = false;
  let cursor = '';
  let atEnd = () => {};
  /** Number of requests so far; the response to a request made before `caughtUp` was called may be outdated. */
  let requested = 0;
  let waitsSince = 0;
  const reader: FeedReader = {
    receivedChanges: [],
    restarts: 0,
    cursor: () => cursor,
    caughtUp: () =>
      new Promise((resolve) => {
        atEnd = resolve;
        waitsSince = requested;
      }),
    stop: async () => {
      stopped = true;
      await going;
    },
  };
  const ask = async () => {
    const turn = ++requested;
    const query = `tipos=${tipos}&limite=1000&espera=1&apos=${cursor || 'agora'}`;
    const response = await fetch(`${origin}/dados/v1/mudancas?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (response.status === 410) {
      cursor = '';
      reader.restarts += 1;
      return;
    }
    if (!response.ok) throw new Error(`${response.status}`);
    const first = cursor === '';
    const { itens, proximo, mais } = (await response.json()) as {
      itens: Told[];
      proximo: string;
      mais: boolean;
    };
    if (first && reader.restarts > 0) await anew();
    reader.receivedChanges.push(...itens);
    cursor = proximo;
    if (!first && itens.length === 0 && !mais && turn > waitsSince) {
      atEnd();
      atEnd = () => {};
    }
  };
  const going = (async () => {
    // If the server is away, the same cursor is requested again.
    while (!stopped) await ask().catch(() => pause(100));
  })();
  return reader;
}
