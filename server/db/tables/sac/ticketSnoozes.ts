import { index, integer, pgTable } from 'drizzle-orm/pg-core';
import { instant } from '../columns.ts';
import { people } from '../people/people.ts';
import { tickets } from './tickets.ts';

/**
 * The tickets that are put off, and until when; one comes back by losing its row. Few are, so lists leave them out by a look into this
 * table, and the many indexes of `tickets` need no column for it.
 */
export const ticketSnoozes = pgTable(
  'ticket_snoozes',
  {
    ticketId: integer('ticket_id')
      .primaryKey()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    until: instant('until').notNull(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    at: instant('at').notNull(),
  },
  (t) => [index('ticket_snoozes_until_idx').on(t.until)],
);
