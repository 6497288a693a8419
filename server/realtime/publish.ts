import type { Executor } from '../db/client.ts';
import { realtimeEvents } from '../db/tables/index.ts';
import { notify } from './signal.ts';

export interface Publication {
  /** Names of contract/realtime.ts. */
  channels: readonly string[];
  event: string;
  /** Ids, kinds, status and names: never a text that somebody wrote. */
  data: object;
  at: Date;
}

/**
 * Tells the channels, within the transaction that causes it: what is rolled back is never told, and PostgreSQL
 * delivers the notification at the commit. Whoever was away reads the row later, from its cursor.
 */
export async function publish(tx: Executor, { channels, event, data, at }: Publication): Promise<void> {
  const [row] = await tx
    .insert(realtimeEvents)
    .values({ channels: [...channels], event, data: { ...data }, createdAt: at })
    .returning({ id: realtimeEvents.id });
  await notify(tx, String(row?.id));
}
