import { announce } from '../db/announce.ts';
import type { Executor } from '../db/client.ts';
import { realtimeEvents } from '../db/tables/index.ts';

export interface Publication {
  /** Names of contract/realtime.ts. */
  channels: readonly string[];
  event: string;
  /** Ids, kinds, status and names: never a text that somebody wrote. */
  data: object;
  at: Date;
}

/**
 * Tells the channels: the event is written within the transaction that causes it, and announced once that stands. What is
 * rolled back is never told; what was not announced every process finds within a second (relay.ts). Whoever was away reads
 * the row later, from its cursor.
 */
export async function publish(tx: Executor, { channels, event, data, at }: Publication): Promise<void> {
  const [row] = await tx
    .insert(realtimeEvents)
    .values({ channels: [...channels], event, data: { ...data }, createdAt: at })
    .returning({ id: realtimeEvents.id });
  await announce(tx, String(row?.id));
}
