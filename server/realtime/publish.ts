import { sql } from 'drizzle-orm';
import type { Executor } from '../db/client.ts';
import { realtimeEvents } from '../db/tables/index.ts';

export interface Publication {
  /** Names of contract/realtime.ts. */
  channels: readonly string[];
  event: string;
  data: Record<string, unknown>;
  at: Date;
}

/** What every process listens to; the payload is the id of the row. */
export const REALTIME_NOTIFICATION = 'balcao_tempo_real';

/**
 * Tells the channels, within the transaction that causes it: what is rolled back is never told, and PostgreSQL
 * delivers the notification at the commit. Whoever was away reads the row later, from its cursor.
 */
export async function publish(tx: Executor, { channels, event, data, at }: Publication): Promise<void> {
  const [row] = await tx
    .insert(realtimeEvents)
    .values({ channels: [...channels], event, data, createdAt: at })
    .returning({ id: realtimeEvents.id });
  await tx.execute(sql`select pg_notify(${REALTIME_NOTIFICATION}, ${String(row?.id)})`);
}
