import { index, integer, pgTable, unique } from 'drizzle-orm/pg-core';
import { identity, instant } from '../columns.ts';
import { people } from '../people/people.ts';
import { tickets } from './tickets.ts';

/** The people of the company who follow a ticket. Whether they still may see it is asked whenever they are told of something. */
export const ticketFollowers = pgTable(
  'ticket_followers',
  {
    id: identity(),
    ticketId: integer('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** The person themselves, or the colleague who added them. */
    addedById: integer('added_by_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
  },
  (t) => [
    unique('ticket_followers_ticket_person').on(t.ticketId, t.personId),
    index('ticket_followers_person_idx').on(t.personId),
    index('ticket_followers_added_by_idx').on(t.addedById),
  ],
);
