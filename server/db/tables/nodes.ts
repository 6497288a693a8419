import { sql } from 'drizzle-orm';
import { customType, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { emptyArray, instant } from './columns.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export interface SlowStatement {
  /** With placeholders, never with values. */
  text: string;
  times: number;
  totalMs: number;
  worstMs: number;
}

/**
 * The live processes of the console, one row each, updated by the process itself. Times are the database's, since processes
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
  /** The process's metrics as gzipped JSON, so that any process can answer for all; null if metrics are not exposed. */
  metrics: bytes('metrics'),
});
