import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import type { RuleMode, RunState } from '#contract/rules/companyRules/companyRule.ts';
import { createdAt, instant, updatedAt, version } from '../columns.ts';
import { people } from '../people/people.ts';

/** The last record that was found; `at`: its moment or day as the database writes it, or the time of a rule by the clock. */
export interface LookPlace {
  id: number;
  at: string;
}

/** How a published rule stands. What it says is a definition of kind `rules`, with the same key. */
export const companyRules = pgTable('company_rules', {
  key: text('key').primaryKey(),
  mode: text('mode').$type<RuleMode>().notNull().default('DESLIGADA'),
  /** Why it is off, if the console switched it off. */
  offReason: text('off_reason').notNull().default(''),
  /** In whose name it writes: a person that nobody signs in as. */
  personId: integer('person_id')
    .notNull()
    .references(() => people.id),
  /** Who published it or switched it on, and has to have every right of its role. */
  responsibleId: integer('responsible_id').references(() => people.id),
  /** Since when it is in its mode. */
  since: instant('since').notNull().defaultNow(),
  /** Up to which moment a rule by time has looked. */
  lookedUntil: instant('looked_until'),
  /** Where it goes on, if one look after `lookedUntil` did not find everything. */
  lookPlace: jsonb('look_place').$type<LookPlace>(),
  /** Changed records that could not be looked at when they were; the next looks take them along. */
  lateIds: integer('late_ids').array().notNull().default(sql`'{}'`),
  /** How many looks failed one after the other, and when the next may be. */
  lookAttempts: integer('look_attempts').notNull().default(0),
  nextLookAt: instant('next_look_at'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
  version: version(),
});

/** One row: up to where the feed was read for rules. */
export const ruleCursor = pgTable('rule_cursor', {
  id: integer('id').primaryKey().default(1),
  position: bigint('position', { mode: 'number' }).notNull(),
  mark: integer('mark').notNull(),
});

/** What a rule does with one event. Times come from the database clock, since processes compare them. */
export const ruleRuns = pgTable(
  'rule_runs',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    ruleKey: text('rule_key').notNull(),
    ruleVersion: integer('rule_version').notNull(),
    /** Names the event, so that a rule meets it once: its place in the feed, or the moment that a rule by time was for. */
    eventKey: text('event_key').notNull(),
    entity: text('entity').notNull(),
    recordId: integer('record_id').notNull(),
    /** A value of the catalogue of events, PRAZO or HORARIO. */
    event: text('event').notNull(),
    happenedAt: instant('happened_at').notNull(),
    byStaff: boolean('by_staff').notNull().default(false),
    /** The rules that led here, each with its record, the first one first. */
    chain: text('chain').array().notNull().default(sql`'{}'`),
    state: text('state').$type<RunState>().notNull().default('NA_FILA'),
    /** Whether it only writes down what it would do. */
    shadow: boolean('shadow').notNull(),
    /** Whether the condition was judged and held. */
    holds: boolean('holds').notNull().default(false),
    /** The index of the next action. */
    step: integer('step').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull().default(sql`now()`),
    sentence: text('sentence').notNull().default(''),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    endedAt: instant('ended_at'),
  },
  (t) => [
    unique('rule_runs_event_key').on(t.ruleKey, t.eventKey),
    index('rule_runs_rule_idx').on(t.ruleKey, t.id),
    index('rule_runs_state_idx').on(t.ruleKey, t.state, t.id),
    index('rule_runs_due_idx').on(t.nextAttemptAt).where(sql`state in ('NA_FILA', 'ESPERANDO')`),
    index('rule_runs_ended_idx').on(t.endedAt),
  ],
);

/** The actions that were carried out, each written in the transaction of what it did. */
export const ruleActions = pgTable(
  'rule_actions',
  {
    runId: bigint('run_id', { mode: 'number' })
      .notNull()
      .references(() => ruleRuns.id, { onDelete: 'cascade' }),
    place: integer('place').notNull(),
    ruleKey: text('rule_key').notNull(),
    action: text('action').notNull(),
    sentence: text('sentence').notNull(),
    /** The numbers of what was written, no values; `pulada` of an action that did nothing. */
    result: jsonb('result').$type<Record<string, number>>().notNull().default(sql`'{}'::jsonb`),
    at: instant('at').notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.runId, t.place] }), index('rule_actions_rule_idx').on(t.ruleKey, t.at)],
);

/** How often each person used a macro. */
export const macroUses = pgTable(
  'macro_uses',
  {
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    ruleKey: text('rule_key').notNull(),
    uses: integer('uses').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.personId, t.ruleKey] })],
);
