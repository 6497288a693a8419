import { index, integer, jsonb, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { identity, instant } from '../columns.ts';
import { people } from '../people/people.ts';
import type { MovedRows, StoodAt } from './ticketMerges.ts';
import { tickets } from './tickets.ts';

/**
 * A ticket of which a part became another one: which rows went there, so that the split can be taken back exactly. Holds numbers and
 * states only.
 */
export const ticketSplits = pgTable(
  'ticket_splits',
  {
    id: identity(),
    fromId: integer('from_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    toId: integer('to_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    moved: jsonb('moved').$type<MovedRows>().notNull(),
    /** Where both stood then. */
    stood: jsonb('stood').$type<Pick<StoodAt, 'typeId' | 'stepKey' | 'stepEnteredAt'>>().notNull(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    at: instant('at').notNull(),
    undoneById: integer('undone_by_id').references(() => people.id),
    undoneAt: instant('undone_at'),
  },
  (t) => [
    index('ticket_splits_from_idx').on(t.fromId),
    // A ticket comes from one other at most.
    uniqueIndex('ticket_splits_to_key').on(t.toId),
  ],
);
