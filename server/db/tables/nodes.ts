import { sql } from 'drizzle-orm';
import { customType, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { emptyArray, instant } from './columns.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export interface SlowStatement {
  /** With place holders, never with values. */
  text: string;
  times: number;
  totalMs: number;
  worstMs: number;
}

/**
 * The processes of the console that live, one row each, confirmed by themselves. Times are the database's: processes
 * compare them.
 */
export const serverNodes = pgTable('server_nodes', {
  id: text('id').primaryKey(),
  host: text('host').notNull(),
  pid: integer('pid').notNull(),
  release: text('release').notNull(),
  startedAt: instant('started_at').notNull().default(sql`now()`),
  seenAt: instant('seen_at').notNull().default(sql`now()`),
  slow: jsonb('slow').$type<SlowStatement[]>().notNull().default(emptyArray),
  /** What the process counted, as gzip of JSON, for whichever of them is asked; none where nobody may ask. */
  metrics: bytes('metrics'),
});
