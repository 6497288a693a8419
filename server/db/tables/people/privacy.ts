import { sql } from 'drizzle-orm';
import { date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { PersonalGroup } from '#contract/config/people/privacy.ts';
import { identity, instant, updatedAt, version } from '../columns.ts';
import { people } from './people.ts';

/**
 * Erasures of personal data, at the person's request (LGPD art. 18, VI) or by a retention rule. A row contains no names, only
 * the ids of what was erased, so that data still kept by law can be erased automatically on its day.
 */
export const erasures = pgTable(
  'erasures',
  {
    id: identity(),
    at: instant('at').notNull(),
    /** The user who carried out the request; null for a rule. */
    personId: integer('person_id').references(() => people.id),
    reason: text('reason').notNull(),
    holder: jsonb('holder').$type<ErasedHolder>().notNull(),
    groups: jsonb('groups').$type<PersonalGroup[]>().notNull(),
    /** The day after which the next group may be erased; null when nothing more is kept. */
    nextOn: date('next_on'),
    completedAt: instant('completed_at'),
  },
  (t) => [
    index('erasures_at_idx').on(t.at),
    index('erasures_next_idx').on(t.nextOn).where(sql`next_on is not null`),
  ],
);

/** The ids of the erased records; none belongs to staff. */
export interface ErasedHolder {
  personIds: number[];
  customerIds: number[];
  contactIds: number[];
}

/** How long one kind of personal data is kept. Without a row or without months it is kept forever. */
export const retentionRules = pgTable('retention_rules', {
  /** `targetKey` of contract/rules/privacy/retention.ts. */
  target: text('target').primaryKey(),
  months: integer('months'),
  state: text('state').$type<'RASCUNHO' | 'ATIVA' | 'PAUSADA'>().notNull().default('RASCUNHO'),
  /** The first day on which it runs at night. */
  actsFrom: date('acts_from'),
  confirmedAt: instant('confirmed_at'),
  confirmedById: integer('confirmed_by_id').references(() => people.id),
  updatedAt: updatedAt(),
  version: version(),
});

/** A nightly run of a rule. Its position advances in the same transaction that processes the rows before it. */
export const retentionRuns = pgTable(
  'retention_runs',
  {
    id: identity(),
    target: text('target')
      .notNull()
      .references(() => retentionRules.target, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    /** The id of the last row examined. */
    place: integer('place').notNull().default(0),
    taken: integer('taken').notNull().default(0),
    byLaw: integer('by_law').notNull().default(0),
    busy: integer('busy').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    /** A short text about the last failure, for whoever maintains the server. */
    error: text('error').notNull().default(''),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (t) => [uniqueIndex('retention_runs_night_key').on(t.target, t.day)],
);
