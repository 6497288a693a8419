import { afterAll, beforeAll } from '@jest/globals';
import { type LiveWorld, liveWorld, type Who } from './liveWorld.ts';

export let world: LiveWorld;
export let ticket: number;
/** Of the other branch. */
export let foreign: number;
/** Of the consumer. */
export let consumers: number;

/** Two processes and three tickets, for the tests of one file. */
export function openLiveTickets(): void {
  beforeAll(async () => {
    world = await liveWorld();
    const { addTicket, branchIds, customerIds } = world;
    ticket = await addTicket({ representativeId: world.representativeId });
    foreign = await addTicket({ branchId: branchIds[1], customerId: customerIds.second });
    consumers = await addTicket({ customerId: customerIds.consumer });
  });
  afterAll(() => world?.close());
}

export const authorize = (who: Who | undefined, channel_name: string, headers: Record<string, string> = {}) =>
  world.server.call('POST', '/broadcasting/auth', {
    ...(who && { token: world.tokens[who] }),
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

/** pusher-js wraps what a closing connection says, and not what is said on an open one. */
export const codeOf = (failure: Failure): number => (failure.error ?? failure).data?.code ?? 0;
