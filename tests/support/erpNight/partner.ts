import { Webhook } from 'standardwebhooks';
import { type Received, startReceiver } from '../../server/feed/receiver.ts';

/** What another system has received. */
export interface Partner {
  url: string;
  /** The change of each message, stored once even if it arrived twice. */
  reported: Map<string, { cursor: string; tipo: string; codigo: string; acao: string }>;
  counts: { requests: number; failed: number; doubles: number; forged: number; lastAt: number };
  /** Sets the secret with which the public package verifies signatures. */
  secret: (text: string) => void;
  close: () => Promise<void>;
}

/**
 * A receiver that fails a third of the time: it refuses, disconnects before reading, or accepts the message and disconnects
 * before confirming, so that the message is sent again. It drops duplicates by id.
 */
export async function failingPartner(): Promise<Partner> {
  const reported: Partner['reported'] = new Map();
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
    if (reported.has(id)) counts.doubles += 1;
    else reported.set(id, JSON.parse(body).data);
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
    reported,
    counts,
    secret: (text) => {
      webhook = new Webhook(text);
    },
    close: server.close,
  };
}
