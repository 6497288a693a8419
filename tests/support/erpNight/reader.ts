import { setTimeout as pause } from 'node:timers/promises';

interface Told {
  cursor: string;
  tipo: string;
  id: number;
  acao: string;
}

/** Who follows the feed of changes by the rules of docs/integration.md, whatever becomes of the server meanwhile. */
export interface FeedReader {
  /** What it was told, in order; begun anew when its cursor was lost. */
  told: Told[];
  /** How often the cursor was lost (410), and it began anew. */
  begun: number;
  cursor: () => string;
  /** Resolves once it read behind everything that is there. */
  caughtUp: () => Promise<void>;
  stop: () => Promise<void>;
}

/** `anew` is what it does where the cursor does not hold any more: it reads the records whole. */
export function followFeed(
  origin: string,
  token: string,
  { tipos, anew }: { tipos: string; anew: () => Promise<void> },
): FeedReader {
  let stopped = false;
  let cursor = '';
  let atEnd = () => {};
  /** How often it asked; an answer to what was asked before somebody waits may be older than that. */
  let asked = 0;
  let waitsSince = 0;
  const reader: FeedReader = {
    told: [],
    begun: 0,
    cursor: () => cursor,
    caughtUp: () =>
      new Promise((resolve) => {
        atEnd = resolve;
        waitsSince = asked;
      }),
    stop: async () => {
      stopped = true;
      await going;
    },
  };
  const ask = async () => {
    const turn = ++asked;
    const query = `tipos=${tipos}&limite=1000&espera=1&apos=${cursor || 'agora'}`;
    const response = await fetch(`${origin}/dados/v1/mudancas?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (response.status === 410) {
      cursor = '';
      reader.begun += 1;
      return;
    }
    if (!response.ok) throw new Error(`${response.status}`);
    const first = cursor === '';
    const { itens, proximo, mais } = (await response.json()) as {
      itens: Told[];
      proximo: string;
      mais: boolean;
    };
    if (first && reader.begun > 0) await anew();
    reader.told.push(...itens);
    cursor = proximo;
    if (!first && itens.length === 0 && !mais && turn > waitsSince) {
      atEnd();
      atEnd = () => {};
    }
  };
  const going = (async () => {
    // The server may be away: the same cursor is asked for again.
    while (!stopped) await ask().catch(() => pause(100));
  })();
  return reader;
}
