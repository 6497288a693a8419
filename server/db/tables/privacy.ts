import { sql } from 'drizzle-orm';
import { date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { PersonalGroup } from '../../../contract/config/privacy.ts';
import { identity, instant, updatedAt, version } from './columns.ts';
import { people } from './people.ts';

/**
 * Erasures of somebody's data, at their wish (LGPD art. 18, VI) or by a rule of retention. A row names nobody: it has the
 * numbers of what was erased, so that what a law still keeps goes by itself on its day.
 */
export const erasures = pgTable(
  'erasures',
  {
    id: identity(),
    at: instant('at').notNull(),
    /** Who carried out the wish; nobody where a rule did. */
    personId: integer('person_id').references(() => people.id),
    reason: text('reason').notNull(),
    holder: jsonb('holder').$type<ErasedHolder>().notNull(),
    groups: jsonb('groups').$type<PersonalGroup[]>().notNull(),
    /** The day after which the next group may go; none where nothing more is kept. */
    nextOn: date('next_on'),
    completedAt: instant('completed_at'),
  },
  (t) => [
    index('erasures_at_idx').on(t.at),
    index('erasures_next_idx').on(t.nextOn).where(sql`next_on is not null`),
  ],
);

/** The numbers of whose data went; none of them is of staff. */
export interface ErasedHolder {
  personIds: number[];
  customerIds: number[];
  contactIds: number[];
}

/** How long one kind of personal data is kept. No row, and no months, keep it for ever. */
export const retentionRules = pgTable('retention_rules', {
  /** `targetKey` of contract/rules/privacy/retention.ts. */
  target: text('target').primaryKey(),
  months: integer('months'),
  state: text('state').$type<'RASCUNHO' | 'ATIVA' | 'PAUSADA'>().notNull().default('RASCUNHO'),
  /** The first day whose night it acts in. */
  actsFrom: date('acts_from'),
  confirmedAt: instant('confirmed_at'),
  confirmedById: integer('confirmed_by_id').references(() => people.id),
  updatedAt: updatedAt(),
  version: version(),
});

/** A night of a rule. Its place moves in the transaction that carries out what lies before it. */
export const retentionRuns = pgTable(
  'retention_runs',
  {
    id: identity(),
    target: text('target')
      .notNull()
      .references(() => retentionRules.target, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    /** The number of the last row that was looked at. */
    place: integer('place').notNull().default(0),
    taken: integer('taken').notNull().default(0),
    byLaw: integer('by_law').notNull().default(0),
    busy: integer('busy').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    /** What the last failure was, in a word for whoever looks after the server. */
    error: text('error').notNull().default(''),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (t) => [uniqueIndex('retention_runs_night_key').on(t.target, t.day)],
);
