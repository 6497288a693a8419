import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Happened } from '../../../contract/records/feed.ts';
import { createdAt, emptyArray, identity, instant, updatedAt, version } from './columns.ts';
import { people, serviceKeys } from './people.ts';

/** An address of another system that is told of changes (Standard Webhooks), and how far it was told. */
export const webhooks = pgTable('webhooks', {
  id: identity(),
  name: text('name').notNull(),
  url: text('url').notNull(),
  types: jsonb('types').$type<string[]>().notNull(),
  /** Whose changes it is told; none: of every branch. */
  branchIds: jsonb('branch_ids').$type<number[]>().notNull().default(emptyArray),
  /** What this key wrote is its own echo. */
  withoutKeyId: integer('without_key_id').references(() => serviceKeys.id),
  /** It signs, so it is kept as it is; nobody is shown it again. */
  secret: text('secret').notNull(),
  /** The one before the last rotation: signs besides, until then. */
  previousSecret: text('previous_secret'),
  previousUntil: instant('previous_until'),
  active: boolean('active').notNull().default(true),
  /** Why it is off, where nobody switched it off. */
  offReason: text('off_reason').notNull().default(''),
  /** Its place in the feed: behind it nothing was made a delivery yet. */
  position: bigint('position', { mode: 'number' }).notNull(),
  mark: integer('mark').notNull(),
  /** Failures in a row; after some of them nothing is tried for a while. */
  failures: integer('failures').notNull().default(0),
  failingSince: instant('failing_since'),
  restingUntil: instant('resting_until'),
  createdById: integer('created_by_id')
    .notNull()
    .references(() => people.id),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
  version: version(),
});

type DeliveryState = 'PENDENTE' | 'ENTREGUE' | 'DESISTIU';

/** One message to one address. Times are the database's: processes compare them. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    webhookId: integer('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** The same for each attempt: by it a receiver knows a double. */
    messageId: text('message_id').notNull().unique(),
    event: text('event').notNull(),
    body: text('body').notNull(),
    test: boolean('test').notNull().default(false),
    state: text('state').$type<DeliveryState>().notNull().default('PENDENTE'),
    attempts: integer('attempts').notNull().default(0),
    /** Whoever takes it puts this off before it sends: a process that dies leaves it to the next. */
    nextAttemptAt: instant('next_attempt_at').notNull().default(sql`now()`),
    /** From here the three days count; a resend begins anew. */
    startedAt: instant('started_at').notNull().default(sql`now()`),
    lastAttemptAt: instant('last_attempt_at'),
    lastStatus: integer('last_status'),
    lastAnswer: text('last_answer').notNull().default(''),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (t) => [
    index('webhook_deliveries_due_idx').on(t.webhookId, t.nextAttemptAt).where(sql`state = 'PENDENTE'`),
    index('webhook_deliveries_webhook_idx').on(t.webhookId, t.id),
    index('webhook_deliveries_state_idx').on(t.webhookId, t.state, t.id),
    index('webhook_deliveries_created_idx').on(t.createdAt),
  ],
);

/** What an entry of the feed says, from the transaction that causes it on. */
const said = () => ({
  /** A record type, or a subject of contract/records/feed.ts. */
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
