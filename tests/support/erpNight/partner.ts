import { Webhook } from 'standardwebhooks';
import { type Received, startReceiver } from '../../server/feed/receiver.ts';

/** What another system has been told. */
export interface Partner {
  url: string;
  /** Of each message its change, once, whatever came twice. */
  told: Map<string, { cursor: string; tipo: string; codigo: string; acao: string }>;
  counts: { requests: number; failed: number; doubles: number; forged: number; lastAt: number };
  /** By this the signatures are judged, with the public package. */
  secret: (text: string) => void;
  close: () => Promise<void>;
}

/**
 * A receiver that fails a third of the time: it refuses, it breaks off before it looks, and it takes the message and breaks
 * off before it says so, which brings the message a second time. It drops what it had by its id.
 */
export async function failingPartner(): Promise<Partner> {
  const told: Partner['told'] = new Map();
  const counts = { requests: 0, failed: 0, doubles: 0, forged: 0, lastAt: 0 };
  let webhook: Webhook | undefined;
  const take = ({ headers, body, at }: Received) => {
    const id = String(headers['webhook-id']);
    try {
      webhook?.verify(body, headers as Record<string, string>);
    } catch {
      counts.forged += 1;
      return;
    }
    if (told.has(id)) counts.doubles += 1;
    else told.set(id, JSON.parse(body).data);
    counts.lastAt = at;
  };
  const server = await startReceiver((received) => {
    counts.requests += 1;
    const turn = counts.requests % 9;
    if (turn % 3 !== 0) {
      take(received);
      return { status: 204 };
    }
    counts.failed += 1;
    if (turn === 0) return { status: 503 };
    if (turn === 3) take(received);
    throw new Error('broken off');
  });
  return {
    url: server.url,
    told,
    counts,
    secret: (text) => {
      webhook = new Webhook(text);
    },
    close: server.close,
  };
}
