import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { people } from './people.ts';

/**
 * The members of presence channels, one row per connection. Each process confirms its own rows; unconfirmed ones belonged to
 * a process that is gone. Times are the database's, since processes compare them.
 */
export const realtimeMembers = pgTable(
  'realtime_members',
  {
    channel: text('channel').notNull(),
    socketId: text('socket_id').notNull(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** The process that holds the connection. */
    node: text('node').notNull(),
    seenAt: instant('seen_at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.channel, t.socketId] }),
    index('realtime_members_node_idx').on(t.node),
    index('realtime_members_seen_idx').on(t.seenAt),
  ],
);
