import { sql } from 'drizzle-orm';
import { date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { HeldGroup } from '../../../contract/config/privacy.ts';
import { identity, instant } from './columns.ts';
import { people } from './people.ts';

/**
 * Erasures of somebody's data at their wish (LGPD art. 18, VI). A row names nobody: it has the numbers of what was erased,
 * so that what a law still keeps goes by itself on its day.
 */
export const erasures = pgTable(
  'erasures',
  {
    id: identity(),
    at: instant('at').notNull(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    reason: text('reason').notNull(),
    holder: jsonb('holder').$type<ErasedHolder>().notNull(),
    groups: jsonb('groups').$type<HeldGroup[]>().notNull(),
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
