import { index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { identity, instant } from '../columns.ts';
import { people } from '../people/people.ts';
import { tickets } from './tickets.ts';

/** The addresses that get every e-mail which a ticket's customer gets about it. */
export const ticketCopies = pgTable(
  'ticket_copies',
  {
    id: identity(),
    ticketId: integer('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    /** In lower case (`mailKey`). */
    address: text('address').notNull(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    at: instant('at').notNull(),
  },
  (t) => [
    unique('ticket_copies_ticket_address').on(t.ticketId, t.address),
    index('ticket_copies_address_idx').on(t.address),
    index('ticket_copies_person_idx').on(t.personId),
  ],
);
