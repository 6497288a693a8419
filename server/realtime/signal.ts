import { sql } from 'drizzle-orm';
import { NOTIFICATION } from '../db/announce.ts';
import type { Executor } from '../db/client.ts';

/** What processes tell each other, on the one channel, and nobody needs later. A bare number there is a live event's. */
export type Signal =
  | { kind: 'client'; channel: string; event: string; data: unknown; from: string; personId: number }
  /** Who is on the channel has changed. */
  | { kind: 'members'; channel: string }
  /** Sessions ended: this one, or those of a person. */
  | { kind: 'sessions'; sessionId?: string; personId?: number }
  | { kind: 'feed'; news: FeedNews };

/** Of the feed of changes: something was told and wants its place, something has one, or a delivery is due. */
export type FeedNews = 'written' | 'numbered' | 'due';

/**
 * Within a transaction it is heard at the commit, or not at all; such a commit waits for all others that carry one, so what
 * is written often is announced instead (server/db/announce.ts). PostgreSQL carries 8,000 bytes.
 */
export const signal = (db: Executor, content: Signal) =>
  db.execute(sql`select pg_notify(${NOTIFICATION}, ${JSON.stringify(content)})`);
