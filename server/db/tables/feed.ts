import { sql } from 'drizzle-orm';
import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { Happened } from '../../../contract/records/feedSubjects.ts';
import { instant } from './columns.ts';

/** What an entry of the feed says, from the transaction that causes it on. */
const said = () => ({
  /** A record type, or a subject of contract/records/feedSubjects.ts. */
  type: text('type').notNull(),
  recordId: integer('record_id').notNull(),
  happened: text('happened').$type<Happened>().notNull(),
  /** Which step it was; '' of what is none. */
  step: text('step').notNull().default(''),
  personId: integer('person_id'),
  /** Its code at that time: told once the record is gone. Of a deletion besides the branches that saw it. */
  code: text('code').notNull(),
  branchIds: integer('branch_ids').array(),
  at: instant('at').notNull(),
});

/** Changes that have no number yet: written with the change, taken by the sequencer once it is committed. */
export const feedPending = pgTable('feed_pending', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  ...said(),
  /** By the database's clock: from here on the lag is counted. */
  writtenAt: instant('written_at').notNull().default(sql`clock_timestamp()`),
});

/**
 * The feed of changes (mudancas), append-only. Positions have no gaps and are given in the order of commits, so nobody
 * who reads on from one skips anything.
 */
export const feedEntries = pgTable('feed_entries', {
  position: bigint('position', { mode: 'number' }).primaryKey(),
  /** A number by chance: a database that was restored gives the position to another change, with another mark. */
  mark: integer('mark').notNull(),
  ...said(),
});

/** One row: which feed this is, and the last position. Its row lock lets one sequencer at a time number. */
export const feedState = pgTable('feed_state', {
  id: integer('id').primaryKey().default(1),
  epoch: text('epoch').notNull(),
  last: bigint('last', { mode: 'number' }).notNull().default(0),
});
