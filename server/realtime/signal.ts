import { sql } from 'drizzle-orm';
import type { Executor } from '../db/client.ts';

/** What every process listens to. A bare number is the id of a row of realtime_events, the rest is a `Signal`. */
export const REALTIME_NOTIFICATION = 'balcao_tempo_real';

/** What processes tell each other and nobody needs later. */
export type Signal =
  | { kind: 'client'; channel: string; event: string; data: unknown; from: string; personId: number }
  /** Who is on the channel has changed. */
  | { kind: 'members'; channel: string }
  /** Sessions ended: this one, or those of a person. */
  | { kind: 'sessions'; sessionId?: string; personId?: number }
  | { kind: 'feed'; news: FeedNews };

/** Of the feed of changes: something was told and wants its place, something has one, or a delivery is due. */
export type FeedNews = 'told' | 'numbered' | 'due';

/** Within a transaction it is heard at the commit. PostgreSQL carries 8,000 bytes. */
export const signal = (db: Executor, content: Signal) => notify(db, JSON.stringify(content));

export const notify = (db: Executor, payload: string) =>
  db.execute(sql`select pg_notify(${REALTIME_NOTIFICATION}, ${payload})`);
