import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { FeedEvent } from '#contract/records/routes/feed.ts';
import { createdAt, emptyArray, identity, instant, updatedAt, version } from '../columns.ts';
import { people, serviceKeys } from '../people/people.ts';

/** An endpoint of another system that is notified of changes (Standard Webhooks), and how far it has been notified. */
export const webhooks = pgTable('webhooks', {
  id: identity(),
  name: text('name').notNull(),
  url: text('url').notNull(),
  types: jsonb('types').$type<string[]>().notNull(),
  /** The branches whose changes it receives; empty means all of them. */
  branchIds: jsonb('branch_ids').$type<number[]>().notNull().default(emptyArray),
  /** Whether codes that are personal data, such as a consumer's CPF, are sent in full. */
  personalData: boolean('personal_data').notNull().default(true),
  /** Changes written with this key are the receiver's own and are not sent back to it. */
  withoutKeyId: integer('without_key_id').references(() => serviceKeys.id),
  /** Used for signing, so it is stored in the clear; it is never shown again. */
  secret: text('secret').notNull(),
  /** The secret before the last rotation; messages are also signed with it until `previousUntil`. */
  previousSecret: text('previous_secret'),
  previousUntil: instant('previous_until'),
  active: boolean('active').notNull().default(true),
  /** Why it is off, if it was not switched off by a user. */
  offReason: text('off_reason').notNull().default(''),
  /** Its position in the feed: no deliveries have been created yet for the entries after it. */
  position: bigint('position', { mode: 'number' }).notNull(),
  mark: integer('mark').notNull(),
  /** Consecutive failures; after several of them, delivery pauses for a while. */
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

/** One message to one address. Times come from the database clock, since processes compare them. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    webhookId: integer('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** The same for every attempt, so that a receiver can recognize a duplicate. */
    messageId: text('message_id').notNull().unique(),
    event: text('event').notNull(),
    body: text('body').notNull(),
    test: boolean('test').notNull().default(false),
    state: text('state').$type<DeliveryState>().notNull().default('PENDENTE'),
    attempts: integer('attempts').notNull().default(0),
    /**
     * A worker that picks up the delivery moves this forward before it sends, so that if the process dies another one takes
     * over.
     */
    nextAttemptAt: instant('next_attempt_at').notNull().default(sql`now()`),
    /** The three days of retries count from here; a resend restarts them. */
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

/** The columns of a feed entry that are set in the transaction that causes it. */
const feedColumns = () => ({
  /** A record type, or a subject of contract/records/routes/feed.ts. */
  type: text('type').notNull(),
  recordId: integer('record_id').notNull(),
  happened: text('happened').$type<FeedEvent>().notNull(),
  /** The step that was taken; '' if the change is not a step. */
  step: text('step').notNull().default(''),
  personId: integer('person_id'),
  /**
   * The record's code at that time, reported once the record is gone. A deletion also records the branches that could see it.
   */
  code: text('code').notNull(),
  branchIds: integer('branch_ids').array(),
  /** Not reported to people outside the company. */
  internal: boolean('internal').notNull().default(false),
  /** The rules that led to it, each with its record: those of the transaction that writes it. */
  chain: text('chain')
    .array()
    .notNull()
    .default(sql`coalesce(string_to_array(nullif(current_setting('balcao.regras', true), ''), ','), '{}')`),
  /** IMPORTACAO or LOTE, if the transaction writes for one of these; else ''. */
  origin: text('origin').notNull().default(sql`coalesce(current_setting('balcao.origem', true), '')`),
  /** The fields that a change altered, by the names that its audit entry gives them; empty where it names none. */
  changed: text('changed').array().notNull().default(sql`'{}'`),
  at: instant('at').notNull(),
});

/** Changes without a number yet: written together with the change, picked up by the sequencer once it is committed. */
export const feedPending = pgTable('feed_pending', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  ...feedColumns(),
  /** Database clock time from which the lag is measured. */
  writtenAt: instant('written_at').notNull().default(sql`clock_timestamp()`),
});

/**
 * The feed of changes (mudancas), append-only. Positions have no gaps and are assigned in commit order, so a reader that
 * continues from one skips nothing.
 */
export const feedEntries = pgTable('feed_entries', {
  position: bigint('position', { mode: 'number' }).primaryKey(),
  /**
   * A random number: a database restored from a backup assigns the same position to another change, with a different mark.
   */
  mark: integer('mark').notNull(),
  ...feedColumns(),
});

/**
 * A single row: which feed this is, and its last position. Its row lock allows only one sequencer at a time to assign
 * numbers.
 */
export const feedState = pgTable('feed_state', {
  id: integer('id').primaryKey().default(1),
  epoch: text('epoch').notNull(),
  last: bigint('last', { mode: 'number' }).notNull().default(0),
});
