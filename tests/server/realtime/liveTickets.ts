import { afterAll, beforeAll } from '@jest/globals';
import { type LiveFixture, liveFixture, type Who } from './liveFixture.ts';

export let fixture: LiveFixture;
export let ticket: number;
/** Belongs to the other branch. */
export let foreign: number;
/** Belongs to the consumer. */
export let consumers: number;

/** Two processes and three tickets, for the tests of one file. */
export function openLiveTickets(): void {
  beforeAll(async () => {
    fixture = await liveFixture();
    const { addTicket, branchIds, customerIds } = fixture;
    ticket = await addTicket({ representativeId: fixture.representativeId });
    foreign = await addTicket({ branchId: branchIds[1], customerId: customerIds.second });
    consumers = await addTicket({ customerId: customerIds.consumer });
  });
  afterAll(() => fixture?.close());
}

export const authorize = (who: Who | undefined, channel_name: string, headers: Record<string, string> = {}) =>
  fixture.server.call('POST', '/broadcasting/auth', {
    ...(who && { token: fixture.tokens[who] }),
    body: { socket_id: '1.2', channel_name },
    headers,
  });

export async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 15_000;
  while (!holds() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
}

export interface Failure {
  error?: Failure;
  data?: { code: number };
}

/** pusher-js wraps errors of a closing connection, but not those on an open one. */
export const codeOf = (failure: Failure): number => (failure.error ?? failure).data?.code ?? 0;
